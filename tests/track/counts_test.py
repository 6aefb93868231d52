"""Counts: what callgrind and objdump print, and the baseline."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

import support
import counts
from common import TrackError

DUMPS = """# callgrind format
version: 1
part: 1

desc: Trigger: Client Request: overlap/walls/avx2/n:1024

events: Ir
summary: 12

fn=(1) f
0 12
totals: 12

part: 2
desc: Trigger: Client Request: cast/walls/sse2/n:1024
summary: 34
totals: 34

part: 3
desc: Trigger: Program termination
totals: 99
"""


def lines(listing):
    """[(address, text)] of instructions that are four bytes long; a word before a colon is a label."""
    out, labels = [], {}
    for text in listing.strip().splitlines():
        text = text.strip()
        if text.endswith(":"):
            labels[text[:-1]] = 4 * len(out)
        else:
            out.append(text)
    return [(4 * i, re.sub(r"(?<=\s)@(\w+)", lambda m: f"{labels[m[1]]:x}", text)) for i, text in enumerate(out)]


class Callgrind(unittest.TestCase):
    def test_dumps_with_names_are_counts(self):
        self.assertEqual(counts.parse_callgrind(DUMPS), {"overlap/walls/avx2/n:1024": 12, "cast/walls/sse2/n:1024": 34})

    def test_two_counts_of_one_row_are_an_error(self):
        with self.assertRaisesRegex(TrackError, "two counts of overlap"):
            counts.parse_callgrind(DUMPS + DUMPS)


class Loops(unittest.TestCase):
    def count(self, listing):
        return counts.loop_instructions(lines(listing))

    def test_straight_code_has_none(self):
        self.assertEqual(self.count("mov %eax,%ebx\n je @out\n add %eax,%ebx\n out:\n ret"), 0)
        self.assertEqual(counts.loop_instructions([]), 0)

    def test_a_loop_is_its_body(self):
        self.assertEqual(self.count("xor %eax,%eax\n top:\n add %ebx,%eax\n dec %ecx\n jne @top\n ret"), 3)
        self.assertEqual(self.count("top:\n add %ebx,%eax\n dec %ecx\n jne @top\n ret"), 3)  # begins the function

    def test_a_loop_within_a_loop_counts_again(self):
        self.assertEqual(self.count("""
            xor %eax,%eax
            outer:
            mov %edx,%ecx
            inner:
            add %ebx,%eax
            dec %ecx
            jne @inner
            dec %esi
            jne @outer
            ret"""), 6 + 3)

    def test_rare_code_behind_the_return_that_jumps_back_is_no_loop(self):
        self.assertEqual(self.count("cmp %eax,%ebx\n je @rare\n back:\n add %eax,%ebx\n ret\n rare:\n inc %eax\n jmp @back"),
                         0)

    def test_what_follows_a_jump_is_not_reached_from_it(self):
        self.assertEqual(self.count("je @b\n a:\n inc %eax\n jmp @out\n b:\n dec %eax\n jmp @a\n out:\n ret"), 0)

    def test_rare_code_of_a_loop_is_of_the_loop(self):
        self.assertEqual(self.count("""
            mov %eax,%ebx
            top:
            cmp %eax,%ebx
            je @rare
            back:
            dec %ecx
            jne @top
            ret
            rare:
            inc %eax
            jmp @back"""), 6)

    def test_filler_is_not_counted(self):
        plain = "mov %eax,%ebx\n top:\n add %ebx,%eax\n jne @top\n ret"
        for filler in ("nopl 0x0(%rax)", "data16 cs nopw 0x0(%rax,%rax,1)", "xchg %ax,%ax", "nop"):
            self.assertEqual(self.count(plain.replace(" add", f" {filler}\n add")), self.count(plain), filler)

    def test_filler_between_a_jump_and_a_loop_is_no_way_into_it(self):
        nested = """
            outer:
            mov %edx,%ecx
            jmp @enter
            inner:
            add %ebx,%eax
            enter:
            dec %ecx
            jne @inner
            dec %esi
            jne @outer
            ret"""
        self.assertEqual(self.count(nested), 7 + 3)
        self.assertEqual(self.count(nested.replace("inner:", "nopl (%rax)\n data16 nop\n inner:")), 7 + 3)

    def test_a_case_behind_filler_is_one(self):
        self.assertEqual(self.count("top:\n jmp *%rax\n nopl (%rax)\n dec %ecx\n jne @top\n ret"), 3)

    def test_a_jump_through_a_table_leads_to_its_cases(self):
        self.assertEqual(self.count("""
            mov %eax,%ebx
            top:
            notrack jmp *%rax
            inc %ebx
            jmp @next
            dec %ebx
            next:
            dec %ecx
            jne @top
            ret"""), 6)

    def test_names_are_short_and_tell_apart(self):
        self.assertEqual(counts.short_name("void hitscan::detail::(anonymous namespace)::scan<hitscan::detail::(anonymous "
                                           "namespace)::pairs<xsimd::avx512bw, 2, true> >(void const*, float const* "
                                           "const*)"), "scan<pairs<avx512bw, 2, true>>")
        self.assertEqual(counts.short_name("f(int) [clone .isra.0]"), "f.isra.0")
        self.assertEqual(counts.short_name("engine_table"), "engine_table")

    @unittest.skipUnless(shutil.which("objdump"), "no objdump")
    def test_one_more_instruction_in_a_real_loop_is_one_more(self):
        source = """extern "C" float sum(const float* v, long n) {
          float s = 0;
          for (long i = 0; i < n; ++i) { s += v[i] * s; %s }
          return s;
        }
        extern "C" float last(const float* v, long n) { %s return v[n]; }"""
        found = []
        for in_loop, outside in (("", ""), ('asm volatile("lahf");', ""), ("", 'asm volatile("lahf");')):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "a.cpp")
                support.write(path, source % (in_loop, outside))
                subprocess.run([os.environ.get("CXX", "c++"), "-O2", "-c", path, "-o", path + ".o"], check=True)
                text = subprocess.run(["objdump", "--disassemble", "--demangle", "--no-show-raw-insn", path + ".o"],
                                      check=True, text=True, capture_output=True).stdout
                found.append(counts.parse_disassembly(text))
        self.assertEqual(list(found[0]), ["sum"])
        self.assertGreater(found[0]["sum"], 3)
        self.assertEqual(found[1], {"sum": found[0]["sum"] + 1})
        self.assertEqual(found[2], found[0])


class Baseline(unittest.TestCase):
    made_by = {"compiler": "g++ 12", "flags": "-O3", "xsimd": "8.1.0", "libc": "glibc 2.36", "valgrind": "3.19"}

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "counts.json")

    def accept(self, values, reason="since", **more):
        return counts.accept(self.path, {**self.made_by, **more}, values, reason, "2030-01-01")

    def check(self, values, **more):
        return counts.check(self.path, {**self.made_by, **more}, values)

    def test_what_is_written_is_read(self):
        values = {'scan<a, "b">': 7, "overlap/ü/n:1": 0}
        self.accept(values, 'a "reason"')
        made_by, found, accepted = counts.load_baseline(self.path)
        self.assertEqual((made_by, found), (self.made_by, values))
        self.assertEqual([(e["reason"], e["date"], e["new"]) for e in accepted], [('a "reason"', "2030-01-01", 2)])

    def test_equal_passes_and_any_difference_does_not(self):
        self.accept({"a": 100, "b": 200})
        self.assertTrue(self.check({"a": 100, "b": 200})[1])
        for values, word in (({"a": 101, "b": 200}, "1.00 %"), ({"a": 99, "b": 200}, "-1.00 %"),
                             ({"a": 100}, "gone"), ({"a": 100, "b": 200, "c": 1}, "new")):
            words, good = self.check(values)
            self.assertFalse(good)
            self.assertIn(word, words)
            self.assertIn("--accept", words)

    def test_another_compiler_passes_and_says_so(self):
        self.accept({"a": 100})
        words, good = self.check({"a": 999}, compiler="g++ 13")
        self.assertTrue(good)
        self.assertRegex(words, "NOT compared.*compiler.*g\\+\\+ 12.*g\\+\\+ 13")

    def test_no_baseline_fails(self):
        self.assertFalse(self.check({"a": 1})[1])

    def test_accepting_needs_a_reason_and_keeps_the_earlier_ones(self):
        self.accept({"a": 100, "gone": 1}, "first")
        with self.assertRaisesRegex(TrackError, "reason"):
            self.accept({"a": 110}, "  ")
        changes = self.accept({"a": 110}, "second")
        self.assertEqual([(c.name, c.before, c.after) for c in changes], [("a", 100, 110), ("gone", 1, None)])
        accepted = counts.load_baseline(self.path)[2]
        self.assertEqual([e["reason"] for e in accepted], ["first", "second"])
        self.assertEqual((accepted[1]["changed"], accepted[1]["gone"], accepted[1]["most"]), (1, 1, 1.1))
        self.assertTrue(self.check({"a": 110})[1])

    def test_accepting_the_same_writes_nothing(self):
        self.accept({"a": 100}, "first")
        with open(self.path, encoding="utf-8") as file:
            before = file.read()
        self.accept({"a": 100}, "again")
        with open(self.path, encoding="utf-8") as file:
            self.assertEqual(file.read(), before)
        self.accept({"a": 100}, "new compiler", compiler="g++ 13")
        self.assertEqual(counts.load_baseline(self.path)[0]["compiler"], "g++ 13")

    def test_a_broken_file_is_an_error_with_its_line(self):
        support.write(self.path, '{\n "made_by": {},\n "counts": {"a": 1\n')
        with self.assertRaisesRegex(TrackError, "counts.json is not JSON: line 4"):
            self.check({})
        for text in ("[]", '{"made_by": {}, "counts": {"a": "1"}, "accepted": []}', "{}"):
            support.write(self.path, text)
            with self.assertRaisesRegex(TrackError, "counts.json"):
                self.check({})

    def test_the_worst_comes_first(self):
        found = counts.compare({"a": 100, "b": 100, "c": 5}, {"a": 101, "b": 150, "d": 6})
        self.assertEqual([c.name for c in found], ["b", "a", "c", "d"])

    def test_what_is_gone_and_new_is_summed_and_may_be_one_kernel_by_another_name(self):
        for before, after, expected, more, renamed in (
                ({"a": 1}, {"a": 1}, "counts: 1 compared, all equal", False, False),
                ({"a": 1, "b": 5}, {"a": 2, "b": 4}, "counts: 2 compared, 1 more, 1 less", True, False),
                ({"a": 1, "b": 5, "c": 6}, {"a": 1}, "  gone in all: 2 names, 11 instructions", False, False),
                ({"a": 1}, {"a": 1, "b": 7}, "  new in all: 1 names, 7 instructions", False, False),
                ({"a": 1, "b": 5}, {"a": 1, "B": 7}, "  gone in all: 1 names, 5 instructions", False, True),
                ({"a": 1, "b": 5}, {"a": 2, "B": 7}, "  new in all: 1 names, 7 instructions", True, False)):
            words, slower, not_told = counts.compare_two(before, after)
            self.assertIn(expected, words.split("\n"))
            self.assertEqual((slower, bool(not_told)), (more, renamed), words)

    def test_the_committed_one_is_in_order(self):
        made_by, values, accepted = counts.load_baseline(os.path.join(support.ROOT, counts.BASELINE))
        self.assertEqual(set(made_by), set(counts.FINGERPRINT))
        for isa in ("scalar", "sse2", "avx2"):
            self.assertGreater(sum(f"/{isa}/n:" in name for name in values), 100)
        self.assertGreater(sum(name.startswith("loops/avx512/") for name in values), 100)
        self.assertTrue(all(entry["reason"] for entry in accepted))


if __name__ == "__main__":
    unittest.main()
