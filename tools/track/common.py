"""What all of the tracker needs: errors for people, programs to run, files that are whole or not there."""

import json
import os
import shutil
import subprocess


class TrackError(Exception):
    """What went wrong, in words that help: shown without a traceback."""


def root_of(folder=None):
    """The top of the repository."""
    return run(["git", "rev-parse", "--show-toplevel"], cwd=folder or os.path.dirname(os.path.abspath(__file__))).strip()


def need(tool, package=None):
    """The path of a program, or an error that says which package has it."""
    path = shutil.which(tool)
    if path is None:
        raise TrackError(f"{tool} is needed and not installed (Debian: apt-get install {package or tool})")
    return path


def run(command, cwd=None, env=None):
    """The standard output of a command that has to succeed."""
    need(command[0], {"objdump": "binutils", "ninja": "ninja-build"}.get(command[0]))
    done = subprocess.run(command, cwd=cwd, env=env, text=True, errors="replace", capture_output=True)
    if done.returncode != 0:
        words = (done.stderr + done.stdout).strip()[-2000:]
        raise TrackError(f"{' '.join(command)} failed with {done.returncode}" + (f":\n{words}" if words else ""))
    return done.stdout


def write_whole(path, text):
    """Writes a file so that whoever reads it, or comes after a crash, finds the old one or the new one."""
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.unlink(part)


def read_json(path):
    """The JSON in a file, or an error with its name and line."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise TrackError(f"cannot read {path}: {error.strerror}") from error
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise TrackError(f"{path} is not JSON: line {error.lineno}, {error.msg}") from error
