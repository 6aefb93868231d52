"""What the tracker's tests share: where things are, and a small project to track."""

import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TRACK = os.path.join(ROOT, "tools", "track")
sys.path.insert(0, TRACK)

# Speaks the protocol of bench/track/track.cpp. A call of a row takes what the table says, give or take some noise, and what
# another program does meanwhile.
FAKE = r"""
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
static const std::map<std::string, double> rows = {%ROWS%};
int main() {
  std::mt19937 chance{std::random_device{}()};
  std::normal_distribution<double> noise(0, 0.02);
  const double luck = std::exp(%LUCK% * std::normal_distribution<double>()(chance));  // of this start
  double ns = 0;
  std::string line, verb, name;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    words >> verb >> name;
    if (verb == "list") { for (auto& r : rows) std::puts((r.first + "/sse2/n:16384").c_str()); std::puts(""); }
    else if (verb == "context") {
      std::puts("cpu_model fake\ncompiler fake\nflags -O3\ncomplete no\ngolden %GOLDEN%\nghz_measured 1.00\n");
    }
    else if (verb == "check") std::puts("%CHECK%");
    else if (verb == "open") {
      const auto at = rows.find(name.substr(0, name.find("/sse2")));
      if (at == rows.end()) std::puts("error: no such row"); else ns = at->second, std::puts("ok");
    } else {
      double calls = 0;
      words >> calls;
      std::printf("%.0f\n", luck * ns * calls * std::exp(std::fabs(noise(chance))));
    }
    std::fflush(stdout);
  }
}
"""

CMAKE = """cmake_minimum_required(VERSION 3.22)
project(fake CXX)
add_subdirectory(bench)
"""


def git(folder, *words):
    return subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@localhost", *words], cwd=folder, check=True,
                          text=True, capture_output=True).stdout


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def set_rows(folder, rows, check="ok", golden="0", luck=0.0):
    table = ", ".join(f'{{"{name}", {ns}}}' for name, ns in rows.items())
    text = FAKE.replace("%ROWS%", table).replace("%CHECK%", check).replace("%GOLDEN%", golden)
    write(os.path.join(folder, "bench", "track.cpp"), text.replace("%LUCK%", str(luck)))


def project(folder, rows):
    """A repository with a hitscan_track whose rows take as long as `rows` says, and the tracker itself."""
    write(os.path.join(folder, "CMakeLists.txt"), CMAKE)
    write(os.path.join(folder, "bench", "CMakeLists.txt"), "add_executable(hitscan_track track.cpp)\n")
    write(os.path.join(folder, ".gitignore"), "/build/\n/report/\n")
    shutil.copy(os.path.join(ROOT, ".gitattributes"), folder)
    shutil.copytree(TRACK, os.path.join(folder, "tools", "track"), ignore=shutil.ignore_patterns("__pycache__"))
    set_rows(folder, rows)
    git(folder, "init", "-q", "-b", "main")
    commit(folder, "one")


def commit(folder, subject):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", subject)


def track(folder, *words, env=None):
    """(exit code, everything it said)"""
    done = subprocess.run([sys.executable, "-B", os.path.join(folder, "tools", "track"), *words], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env)
    return done.returncode, done.stdout
