#!/usr/bin/env python3
"""Makes everything else of bench.json, and of peers.json if it is there:  make.py <folder with bench.json>

bench.median.json  one row a name, Google Benchmark's format     report.html  for people
bench.bmf.json     Bencher's format                              <chart>.svg, and .png where rsvg-convert is
bench.csv          tidy                                          bench.md     for a pull request
"""
import os
import shutil
import subprocess
import sys

import files
import page
from charts import all_charts
from run_data import BadFile, load, load_peers


PICTURES = ("size_sweep", "heatmap", "roofline", "crossover", "growth", "frames")


def write(path, text):
    """To a new file first: whenever this ends, there is a whole one."""
    with open(path + ".new", "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    os.replace(path + ".new", path)


def draw(folder, charts):
    for chart in charts:
        at = os.path.join(folder, chart.name)
        write(at + ".svg", chart.file())
        if shutil.which("rsvg-convert"):
            drawn = subprocess.run(["rsvg-convert", "--zoom=2", "--output", at + ".png", at + ".svg"])
            if drawn.returncode != 0:
                sys.exit(f"make.py: rsvg-convert makes no picture of {at}.svg")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    folder = sys.argv[1]
    try:
        run = load(os.path.join(folder, "bench.json"))
        if os.path.exists(peers := os.path.join(folder, "peers.json")):  # ./run bench --peers leaves it
            run.peers, run.about_peers = load_peers(peers)
    except (BadFile, OSError) as error:
        sys.exit(f"make.py: {error}")
    for name, text in (("bench.median.json", files.median_json), ("bench.bmf.json", files.bmf_json),
                       ("bench.csv", files.tidy_csv), ("bench.md", files.markdown), ("report.html", page.page)):
        write(os.path.join(folder, name), text(run))
    drawn = [sheet for _, _, sheet in all_charts(run).values()]
    draw(folder, drawn)
    for name in {*PICTURES} - {chart.name for chart in drawn}:  # of another run
        for kind in (".svg", ".png"):
            if os.path.exists(old := os.path.join(folder, name + kind)):
                os.remove(old)
    print(f"report: {os.path.join(folder, 'report.html')}")


if __name__ == "__main__":
    main()
