"""Builds of revisions, all alike: a copy of the tree under build/track/<tree>-<how>, built in its build/release. The
same content is built once, whatever the commit is called."""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from common import TrackError, need, run

# Functions that nobody touched keep their place in the cache lines, wherever others push them: without this, a change in
# one kernel made another one 6 % faster.
STEADY = "-falign-functions=64"
WORKING_COPY = "."  # as a revision: what is in the folder now, committed or not
# What no build of the tracker reads. A revision is compared without it, and built without it, so that this is true.
NOT_CODE = ("docs", "*.md", ".ci", ".github", "tools", "bench/track/counts.json", "bench/track/history.jsonl")


class Revision:
    """`name` for people, the commit it is (or stands on), and the tree: git's hash of the code. Dirty is what has other
    code than its commit."""

    def __init__(self, root, name):
        self.root, self.name = root, name
        if name == WORKING_COPY:
            self.commit = run(["git", "rev-parse", "HEAD"], cwd=root).strip()
            self.tree = tree_of(root)
            self.dirty = self.tree != tree_of(root, self.commit)
        else:
            self.commit = commit_of(root, name)
            self.tree = tree_of(root, self.commit)
            self.dirty = False

    def __str__(self):
        short = self.commit[:10] + ("+changes" if self.dirty else "")
        return short if self.name == WORKING_COPY or self.commit.startswith(self.name) else f"{self.name} ({short})"


def commit_of(root, name):
    if name.startswith("-"):
        raise TrackError(f"{name} is no revision")
    done = subprocess.run(["git", "rev-parse", "--verify", "--quiet", name + "^{commit}"], cwd=root, text=True,
                          capture_output=True)
    if done.returncode != 0:
        shallow = run(["git", "rev-parse", "--is-shallow-repository"], cwd=root).strip() == "true"
        raise TrackError(f"git knows no revision {name}" + (
            "; this clone has only the newest commits: git fetch --unshallow, or --deepen 20" if shallow else ""))
    return done.stdout.strip()


def tree_of(root, commit=None):
    """A tree of the code of a commit, or of all files that are not ignored. Neither the index nor the files are
    touched."""
    with tempfile.TemporaryDirectory() as folder:
        index = os.path.join(folder, "index")
        env = dict(os.environ, GIT_INDEX_FILE=index)
        if commit:
            run(["git", "read-tree", commit], cwd=root, env=env)
        else:
            own = run(["git", "rev-parse", "--git-path", "index"], cwd=root).strip()
            if os.path.exists(os.path.join(root, own)):
                # git then hashes only what changed: later than the index, whose age therefore must stay.
                shutil.copy2(os.path.join(root, own), index)
            run(["git", "add", "--all", "."], cwd=root, env=env)
        run(["git", "rm", "--cached", "-r", "-f", "-q", "--ignore-unmatch", "--", *NOT_CODE], cwd=root, env=env)
        return run(["git", "write-tree"], cwd=root, env=env).strip()


def last_change(root):
    """The newest commit that changed code."""
    found = run(["git", "rev-list", "-1", "HEAD", "--", ".", *(f":(exclude){path}" for path in NOT_CODE)], cwd=root)
    return found.strip() or run(["git", "rev-parse", "HEAD"], cwd=root).strip()


def jobs():
    return os.environ.get("JOBS") or str(os.cpu_count() or 2)


def compiler():
    return os.environ.get("CXX", "c++")


def folder_of(revision):
    """Where its copy and its build are: all names are of one length, since paths end up in programs."""
    how = "\0".join([STEADY, compiler(), run([compiler(), "--version"]), os.environ.get("HITSCAN_CMAKE_ARGS", ""),
                     os.environ.get("CXXFLAGS", "")])
    key = hashlib.sha256(how.encode()).hexdigest()[:6]
    return os.path.join(revision.root, "build", "track", f"{revision.tree[:12]}-{key}")


def export(revision, folder):
    """The revision's files in `folder`, all of them or, if this is interrupted, no such folder."""
    if os.path.isdir(folder):
        return
    need("tar")
    part = folder + ".part"
    shutil.rmtree(part, ignore_errors=True)
    os.makedirs(part)
    archive = subprocess.Popen(["git", "archive", "--format=tar", revision.tree], cwd=revision.root,
                               stdout=subprocess.PIPE)
    unpack = subprocess.run(["tar", "-x", "-C", part], stdin=archive.stdout)
    archive.stdout.close()
    if archive.wait() != 0 or unpack.returncode != 0:
        raise TrackError(f"cannot copy the files of {revision} to {part}")
    os.rename(part, folder)


def tell(words):
    print(words, flush=True)


def build(revision, target, say=tell):
    """Builds one target of a revision; returns the build folder."""
    need("cmake")
    need("ninja", "ninja-build")
    source = folder_of(revision)
    out = os.path.join(source, "build", "release")
    export(revision, source)
    # What revisions share is compiled once, if ccache is there. What is precompiled holds the folder's name, and what
    # is made with it can be of no use to another revision.
    env, precompile = dict(os.environ, CCACHE_BASEDIR=source, CCACHE_NOHASHDIR="1"), []
    if shutil.which("ccache"):
        env.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
        precompile = ["-DHITSCAN_PRECOMPILE=OFF"]
    if not os.path.exists(os.path.join(out, "build.ninja")):
        say(f"== configure {revision}")
        run(["cmake", "-G", "Ninja", "-S", source, "-B", out, "-DCMAKE_BUILD_TYPE=Release",
             f"-DCMAKE_CXX_FLAGS={STEADY} {os.environ.get('CXXFLAGS', '')}".strip(), "-DHITSCAN_BUILD_TESTS=OFF",
             "-DHITSCAN_BUILD_EXAMPLES=OFF", "-DHITSCAN_BUILD_BENCH=ON", *precompile,
             *shlex.split(os.environ.get("HITSCAN_CMAKE_ARGS", ""))], env=env)
    ninja(out, target, env, str(revision), say)
    return out


STEP = re.compile(r"\[(\d+)/(\d+)\] (?:Building|Linking)")


def ninja(out, target, env, what, say=tell):
    """Builds a target in a configured folder, and says so if there is anything to build."""
    known = run(["ninja", "-C", out, "-t", "targets", "all"], env=env)
    if f"\n{target}: phony" not in known:
        raise TrackError(f"{what} has no {target}: it is older than that program, or CMake did not find what it needs")
    output = ""
    with subprocess.Popen(["ninja", "-C", out, "-j", jobs(), target], env=env, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            step = STEP.match(line)
            if step and not STEP.search(output):
                say(f"== build {what}: {target}, {step[2]} steps" +
                    (": minutes, but for what ccache has" if int(step[2]) > 30 else ""))
            if step and sys.stderr.isatty():
                print(f"\r{step[1]}/{step[2]} ", end="\n" if step[1] == step[2] else "", file=sys.stderr, flush=True)
            output += line
    if process.returncode != 0:
        raise TrackError(f"{what} does not build:\n{output[-3000:]}")


def program(out, name):
    return os.path.join(out, "bench", name)


def cache_values(out, *names):
    """Values of CMakeCache.txt, '' for those that are not in it."""
    values = dict.fromkeys(names, "")
    try:
        with open(os.path.join(out, "CMakeCache.txt"), encoding="utf-8") as file:
            for line in file:
                name = line.split(":", 1)[0]
                if name in values and "=" in line:
                    values[name] = line.split("=", 1)[1].strip()
    except OSError as error:
        raise TrackError(f"{out} is no build folder: {error.strerror}") from error
    return values
