"""A comparison, for people and for machines."""

import json
import math

from stats import VERDICTS, judge_all, median, percent


ALPHA = 0.05  # one call in 20, at most, reports anything where nothing changed


def rows(rounds, threshold, alpha=ALPHA):
    """What is to be said of each row of measure.measure's rounds, the slowest first."""
    names = list(rounds[0]) if rounds else []
    limit = math.log1p(threshold)
    out = []
    for name, (middle, low, high, verdict, beyond) in judge_all(
            {name: [r[name][2] for r in rounds] for name in names}, alpha, threshold).items():
        out.append({"name": name, "base_ns": median([r[name][0] for r in rounds]),
                    "head_ns": median([r[name][1] for r in rounds]), "change": middle, "low": low, "high": high,
                    "verdict": verdict, "beyond": beyond, "may_be_beyond": not beyond and high > limit})
    return sorted(out, key=lambda row: -row["change"])


def doubts(contexts):
    """Why the times of the two sides may be of different work: what their golden hashes say."""
    base, head = (context.get("golden", "unknown") for context in contexts)
    out = [f"the golden hash of {side} is wrong: its answers are not what its own sources say that they are"
           for side, golden in (("base", base), ("head", head)) if golden.endswith("(wrong)")]
    if base.split()[0] != head.split()[0]:
        out.append(f"the golden hashes differ, {base.split()[0]} and {head.split()[0]}: answers or scenes changed, and "
                   "times may differ for that")
    return out


def not_told(judged, doubted):
    """Why nobody can say whether anything is slower; nothing when it can be said. A row that surely is slower answers
    the question, whatever the others may be, but not when both sides may have done different work."""
    if doubted or any(row["beyond"] for row in judged):
        return doubted
    open_rows = sum(row["may_be_beyond"] for row in judged)
    return [f"{open_rows} of {len(judged)} rows may be beyond the threshold or not: more rounds, a quieter machine"
            ] if open_rows else []


def text(judged, base, head, count, threshold, only_base=(), only_head=(), doubted=(), alpha=ALPHA):
    """For a terminal."""
    width = max([len(name) for name in (*only_base, *only_head, *(row["name"] for row in judged))], default=0)
    lines = [f"base {base}", f"head {head}",
             f"{count} rounds; the intervals hold in all rows at once with {100 * (1 - alpha):.0f} %; "
             f"threshold {100 * threshold:.3g} %", *(f"BEWARE: {words}" for words in doubted), "",
             f"{'ns a call':<{width}}{'base':>9}{'head':>9}  change"]
    for row in judged:
        interval = f"[{percent(row['low'])}, {percent(row['high'])}]"
        mark = ("  <-- beyond the threshold" if row["beyond"] else
                "  <-- may be beyond the threshold" if row["may_be_beyond"] else "")
        lines.append(f"{row['name']:<{width}}{row['base_ns']:>9.0f}{row['head_ns']:>9.0f}  {percent(row['change']):>8} "
                     f"{interval:<20} {row['verdict']}{mark}")
    lines += [f"{name:<{width}} only in base" for name in only_base]
    lines += [f"{name:<{width}} only in head" for name in only_head]
    tally = ", ".join(f"{sum(r['verdict'] == v for r in judged)} {v}" for v in VERDICTS)
    lines.append(f"\n{tally}")
    return "\n".join(lines)


def data(judged, facts):
    """JSON without infinities: null where there is no bound."""
    clean = [{key: None if isinstance(value, float) and not math.isfinite(value) else value
              for key, value in row.items()} for row in judged]
    return json.dumps({**facts, "rows": clean}, indent=1, sort_keys=True, allow_nan=False) + "\n"
