"""A comparison, for people and for machines."""

import json
import math

from stats import VERDICTS, judge_all, median, percent, rounds_needed


ALPHA = 0.05  # one call in 20, at most, reports anything where nothing changed


def rows(rounds, threshold, alpha=ALPHA):
    """What is to be said of each row of measure.measure's rounds, the slowest first."""
    names = list(rounds[0]) if rounds else []
    out = []
    for name, (middle, low, high, verdict, beyond) in judge_all(
            {name: [r[name][2] for r in rounds] for name in names}, alpha, threshold).items():
        out.append({"name": name, "base_ns": median([r[name][0] for r in rounds]),
                    "head_ns": median([r[name][1] for r in rounds]), "change": middle, "low": low, "high": high,
                    "verdict": verdict, "beyond": beyond})
    return sorted(out, key=lambda row: -row["change"])


def text(judged, base, head, count, threshold, only_base=(), only_head=(), alpha=ALPHA):
    """For a terminal."""
    width = max([len(name) for name in (*only_base, *only_head, *(row["name"] for row in judged))], default=0)
    lines = [f"base {base}", f"head {head}",
             f"{count} rounds; the intervals hold in all rows at once with {100 * (1 - alpha):.0f} %; "
             f"threshold {100 * threshold:.3g} %", "",
             f"{'ns a call':<{width}}{'base':>9}{'head':>9}  change"]
    for row in judged:
        interval = f"[{percent(row['low'])}, {percent(row['high'])}]"
        mark = "  <-- beyond the threshold" if row["beyond"] else ""
        lines.append(f"{row['name']:<{width}}{row['base_ns']:>9.0f}{row['head_ns']:>9.0f}  {percent(row['change']):>8} "
                     f"{interval:<20} {row['verdict']}{mark}")
    lines += [f"{name:<{width}} only in base" for name in only_base]
    lines += [f"{name:<{width}} only in head" for name in only_head]
    needed = rounds_needed(alpha / max(1, len(judged)))
    if count < needed:
        lines.append(f"\n{count} rounds are too few for {len(judged)} rows: at least {needed} make an interval")
    tally = ", ".join(f"{sum(r['verdict'] == v for r in judged)} {v}" for v in VERDICTS)
    lines.append(f"\n{tally}")
    return "\n".join(lines)


def data(judged, facts):
    """JSON without infinities: null where there is no bound."""
    clean = [{key: None if isinstance(value, float) and not math.isfinite(value) else value
              for key, value in row.items()} for row in judged]
    return json.dumps({**facts, "rows": clean}, indent=1, sort_keys=True, allow_nan=False) + "\n"
