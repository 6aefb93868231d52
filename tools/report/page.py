"""report.html: one file, no network, light and dark, for wide and narrow screens."""
from html import escape

import files
from charts import all_charts
from svg import DARK, LIGHT, stylesheet

LAYOUT = """
body{margin:0 auto;max-width:1180px;padding:16px 20px 60px;font:15px/1.5 system-ui,'DejaVu Sans',sans-serif;
background:var(--paper);color:var(--ink)}
h1{font-size:24px;margin:12px 0 4px}h2{font-size:18px;margin:36px 0 8px;padding-top:8px;border-top:1px solid var(--line)}
p,dl{max-width:760px;margin:6px 0}p.note,figcaption{color:var(--soft);font-size:13px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;font-size:14px}dt{color:var(--soft)}dd{margin:0}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(340px,100%),1fr));gap:12px}
.charts.one{display:block}.charts.one svg{min-width:560px;max-width:none}
.scroll{overflow-x:auto}svg{display:block;width:100%;height:auto}
table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}
th,td{padding:3px 9px;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
th{color:var(--soft);font-weight:600;position:sticky;top:0;background:var(--paper)}.n{text-align:right}
.tall{max-height:520px;overflow:auto;border-bottom:1px solid var(--line)}
.right{color:var(--good);font-weight:600}.wrong{color:var(--bad);font-weight:600}code{font-size:13px}
@media(max-width:600px){body{padding:10px 12px 40px}dl{grid-template-columns:1fr;gap:0}dt{margin-top:6px}
th,td{padding:3px 6px}}
"""


def variables(colours):
    return "".join(f"--{k}:{colours[k]};" for k in ("ink", "soft", "line", "paper", "good", "bad"))


RIGHT, WRONG = '<span class="right">&#10003; right</span>', '<span class="wrong">&#10007; WRONG</span>'


def cell(words):
    """A hash and its verdict get a green or red mark."""
    for verdict, mark in ((" right", RIGHT), (" WRONG", WRONG)):
        if words.endswith(verdict):
            return f"<code>{escape(words.removesuffix(verdict))}</code> {mark}"
    return escape(words)


def html_table(head, rows, tall=False):
    kinds = [' class="n"' if h.startswith(">") else "" for h in head]
    top = "".join(f"<th{k}>{escape(h.lstrip('>'))}</th>" for h, k in zip(head, kinds))
    body = "\n".join("<tr>" + "".join(f"<td{k}>{cell(c)}</td>" for c, k in zip(row, kinds)) + "</tr>" for row in rows)
    box = "scroll tall" if tall else "scroll"
    return f'<div class="{box}"><table><thead><tr>{top}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def golden_table(run):
    rows = []
    for g in run.context.get("golden", []):
        rows.append([g["isa"], f"{g['hash']} {'right' if g['right'] else 'WRONG'}"])
    return html_table(["instruction set", "hash of all answers, against the committed one"], rows)


NOTES = {
    "size_sweep": "Nanoseconds an item. Upright lines: where the columns fill a cache. Dashed and dotted: the reference "
                  "and the plain loops, as the compiler vectorises them: a byte an item for masks; lists and first"
                  " hits go through those bytes once more.",
    "heatmap": "<b>plain</b> and <b>native</b> are the loops a good programmer writes, compiled for any x86-64 and for "
               "this CPU; they round, and their masks are a byte an item.",
    "roofline": "A point a query and size, on the best instruction set. Point at one to see which. " + files.KERNELS +
                " What is larger than 16 MiB is read from memory or from a last cache that others use as well.",
    "crossover": "Both give the same answers to the last bit.",
    "growth": "The world grows with what is in it. The table: everything rebuilt in every frame, but for the static worlds, "
              "on one thread; <b>plain grid</b> is a counting-sort grid of forty lines.",
    "frames": "<b>naive</b> is the loop over an array of structs that engines ship, over all pairs of them where"
              " many ask many. " + files.NOISY,
}


def page(run):
    charts = all_charts(run)
    parts = ["<h1>hitscan benchmark</h1>"]
    parts.append("<dl>" + "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in files.facts(run)) + "</dl>")
    parts.append("<h2>Are the answers right?</h2>" + golden_table(run))
    parts += [f'<p class="wrong">{escape(words)}</p>' for words in files.problems(run)]
    parts.append(f'<p class="note">{files.COMPARED}</p>')
    for name, (title, drawings, _) in charts.items():
        one = " one" if len(drawings) == 1 else ""
        drawn = "\n".join(f'<div class="scroll" style="max-width:{d.width * 1.2:.0f}px">{d.element()}</div>' for d in drawings)
        parts.append(f'<h2>{escape(title)}</h2>\n<p class="note">{NOTES.get(name, "")}</p>\n'
                     f'<div class="charts{one}">{drawn}</div>')
        if name == "frames":
            parts.append(html_table(*files.frame_rows(run)))
        if name == "growth":
            parts.append(f'<p class="note">{escape(files.about_peers(run))}</p>' + html_table(*files.peer_rows(run)))
        if name == "crossover":
            parts.append("<p>" + "<br>".join(escape(line) for line in files.crossover_lines(run)) + "</p>")
    if run.context.get("in_a_millisecond"):
        parts.append("<h2>What you can afford in a millisecond</h2>\n<p class=\"note\">" +
                     escape(files.IN_A_MILLISECOND) + "</p>" +
                     html_table(*files.budget_rows(run)))
    parts.append("<h2>All rows</h2>\n<p class=\"note\">Nanoseconds an item, medians. /ref and /nat: how many times faster "
                 "the best instruction set is than the reference and than native; read: its share of what this core "
                 "reads from a block of that size. " + files.NOISY + " " + files.KERNELS + "</p>" +
                 html_table(*files.headline_rows(run), tall=True))
    head = ('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" '
            'content="light dark">\n<title>hitscan benchmark</title>\n<style>\n'
            f":root{{{variables(LIGHT)}}}\n@media(prefers-color-scheme:dark){{:root{{{variables(DARK)}}}}}\n"
            f"{stylesheet()}{LAYOUT}</style></head>\n<body>\n")
    return head + "\n".join(parts) + "\n</body></html>\n"
