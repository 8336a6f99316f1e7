# SPDX-License-Identifier: MIT
"""The variants of each fault: how the hostile input is made, and how the program must answer."""

import fault_contents
import fault_files
import fault_greedy

FAULTS = {
    1: "the file does not exist",
    2: "a folder, FIFO, socket or device",
    3: "empty, or not JSON",
    4: "a GLB that is cut off or lies about its lengths",
    5: "another version of glTF",
    6: "a required extension that is not supported",
    7: "JSON nested deep",
    8: "millions of values",
    9: "more memory asked for than the file is worth",
    10: "an index or range that points outside",
    11: "sparse indices out of range or not rising",
    12: "nodes in a loop, with two parents, nested deep",
    13: "a URI that leaves the folder",
    14: "a URI that a shell or a terminal would obey",
    15: "a missing buffer",
    16: "images that cannot be used",
    17: "targets, weights and names of different numbers",
    18: "animations that cannot be played",
    19: "numbers that are not finite",
    20: "no display, no driver, an old OpenGL",
    24: "an output that cannot be written",
}


def rows(assets):
    yield from fault_files.rows()
    yield from fault_greedy.rows()
    yield from fault_contents.rows(assets)
