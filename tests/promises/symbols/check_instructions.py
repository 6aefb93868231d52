#!/usr/bin/env python3
"""The objects of an instruction set have no instruction of a newer one, wherever it stands: a test on an old CPU, or on
one that is emulated, sees only what it runs.

usage: check_instructions.py objdump sse2|avx2|avx512 object...
"""

import re
import subprocess
import sys

# tzcnt is none of them: compilers write it for bsf where both come to the same, and an old CPU reads bsf.
IN_NONE = r"v?gf2p8\w+|v?aes\w+|v?pclmul\w+|sha(1|256)\w+|ad[co]xl?|rdseed|vpdp\w+|vpmadd52\w+|tile\w+"
NEWER = {
    "sse2": r"(?!ver)v\w+|andn|bextr|bls(i|r|msk)|bzhi|pdep|pext|mulx|rorx|s(ar|hl|hr)x|lzcnt|popcnt|movbe|crc32\w?|"
            r"addsubp[sd]|h(add|sub)p[sd]|lddqu|mov(d|sh|sl)dup|pshufb|psign[bwd]|ph(add|sub)\w+|pabs[bwd]|palignr|"
            r"pmulhrsw|pmaddubsw|p?blend\w+|p(max|min)(sb|sd|ud|uw)|pmov[sz]x\w+|p(ins|ext)r[bdq]|packusdw|"
            r"pcmp(eq|gt)q|pmul(ld|dq)|ptest|phminposuw|pcmp[ei]str\w|dpp[sd]|round[ps][sd]|(insert|extract)ps|"
            r"movntdqa|mpsadbw",
    "avx2": r"k[a-z]+[bwdq]",
    "avx512": r"vp(compress|expand)[bw]|vperm([it]2)?b|vpmultishiftqb|vpopcnt\w|vpshufbitqmb|vpsh[lr]dv?[wdq]|"
              r"vp2intersect\w|v\w+(ph|sh|phx|bf16)",
}
UPPER = r"%[xyz]mm(1[6-9]|2\d|3\d)"
REGISTERS = {"sse2": rf"%[yz]mm|%k[0-7]|{UPPER}", "avx2": rf"%zmm|%k[0-7]|{UPPER}", "avx512": "%tmm"}


def main():
    objdump, isa, *objects = sys.argv[1:]
    newer = re.compile(rf"(?:[a-z0-9]+ )*(?:{NEWER[isa]}|{IN_NONE})[lq]?(?:\s|$)|[^<#]*(?:{REGISTERS[isa]})")
    count, wrong = 0, []
    for path in objects:
        if path.endswith((".gch", ".pch")):  # CMake counts what it precompiles among them
            continue
        run = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], capture_output=True, text=True, check=True)
        function = "?"
        for line in run.stdout.splitlines():
            if line.endswith(">:"):
                function = line.partition("<")[2][:-2]
                continue
            instruction = line.partition("\t")[2]
            count += instruction != ""
            if newer.match(instruction):
                wrong.append(f"newer than {isa}: {path.rpartition('/')[2]}: {function}: {instruction}")
    if count < 1000:
        wrong.append(f"{count} instructions, says {objdump}")
    print("\n".join(wrong[:20]) or f"{count} instructions, none newer than {isa}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
