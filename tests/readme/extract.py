# SPDX-License-Identifier: MIT
"""Takes the fenced blocks that follow README's heading "As a library": the program and what it prints.

usage: extract.py README OUT.cpp OUT.txt
"""

import re
import sys


def main() -> int:
    readme, program, output = sys.argv[1:]
    with open(readme, encoding="utf-8") as file:
        section = file.read().split("## As a library", 1)[1].split("\n## ", 1)[0]
    blocks = dict(re.findall(r"```(cpp|text)\n(.*?)```", section, re.DOTALL))
    for path, language in ((program, "cpp"), (output, "text")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(blocks[language])
    return 0


if __name__ == "__main__":
    sys.exit(main())
