# SPDX-License-Identifier: MIT
"""Runs a program and compares what it prints with a file; exit 1 if they differ.

usage: compare_output.py EXPECTED PROGRAM [ARGUMENTS…]
"""

import subprocess
import sys


def main() -> int:
    expected_file, *command = sys.argv[1:]
    with open(expected_file, encoding="utf-8") as file:
        expected = file.read()
    printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    if printed == expected:
        return 0
    print(f"expected:\n{expected}\nprinted:\n{printed}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
