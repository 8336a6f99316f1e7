# SPDX-License-Identifier: MIT
"""How a test of the assets speaks: a table of checks, and the exit status that ctest understands."""

import sys

SKIPPED = 77


def skip(reason):
    """Ends the test as skipped."""
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def short(value):
    """The value for a table: long ones are cut."""
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}..."


class Checks:
    """Collects results, prints each as a line, and knows the exit status."""

    def __init__(self):
        self.failed = 0

    def at_most(self, what, value, limit):
        self._line(value <= limit, what, f"{value:.6g} (at most {limit:g})")

    def equal(self, what, value, expected):
        same = value == expected
        self._line(same, what, "as expected" if same else f"{short(value)}, expected {short(expected)}")

    def true(self, what, holds):
        self._line(holds, what, "holds" if holds else "does not hold")

    def finish(self):
        """Ends the test: 0 if every check held, else 1."""
        sys.exit(1 if self.failed else 0)

    def _line(self, good, what, found):
        self.failed += not good
        print(f"{'ok  ' if good else 'FAIL'} {what}: {found}")
