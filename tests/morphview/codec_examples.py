# SPDX-License-Identifier: MIT
"""The readers of compressed data against the examples that EXT_meshopt_compression prints, and what follows by hand.

usage: codec_examples.py [PROGRAM, which is not run]
"""

import struct
import sys
from itertools import accumulate
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))

import meshopt_read  # noqa: E402
from program import Checks  # noqa: E402

SENTINELS = bytes.fromhex("17 5f f0 bc 77 a9 21 00 34 b5")
DIFFERENCES = [-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0]


def attributes():
    """17 elements of 4 bytes in one block: 4-bit codes and zeros; 2-bit codes; plain bytes; nothing."""
    first = b"\x02" + SENTINELS
    second = b"\x01" + bytes([0b00_01_10_11, 0, 0, 0, 9])  # 0, -1, 1 and 9 zigzagged, which is -5
    third = b"\x03" + bytes([2]) * 16
    data = b"\xA0" + first + second + third + b"\x00" + bytes(28) + bytes([100, 10, 0, 7])
    found = meshopt_read.decoded(data, {"mode": "ATTRIBUTES", "count": 13, "byteStride": 4})
    columns = [list(found[i::4]) for i in range(4)]
    return columns, [[x & 255 for x in accumulate(DIFFERENCES[:13], initial=100)][1:],
                     [10, 9, 10, 5] + [5] * 9, list(range(1, 14)), [7] * 13]


def numbers():
    source = meshopt_read.Bytes(bytes.fromhex("7f 8104 ffa005"), 0)
    return [source.number() for _ in range(3)], [0x7F, 0x201, 0x1507F]  # as LEB128 is defined; the third is misprinted


def index_sequence():
    """+3 and -1 from one baseline, +1000 from the other."""
    codes = [3 << 2, 0 << 2 | 2, 1000 << 2 | 1]
    data = b"\xD1" + bytes([codes[0], codes[1], codes[2] & 0x7F | 0x80, codes[2] >> 7]) + bytes(4)
    found = meshopt_read.decoded(data, {"mode": "INDICES", "count": 3, "byteStride": 4})
    return list(struct.unpack("<3I", found)), [3, 2, 1000]


def triangles():
    """Three new vertices, a new one at the newest edge, a known one at the edge before it, three indices in full."""
    codes = bytes([0xF0, 0x00, 0x12, 0xFF])
    data = b"\xE1" + codes + bytes([0xFF, 20, 1, 2]) + bytes(16)
    found = meshopt_read.decoded(data, {"mode": "TRIANGLES", "count": 12, "byteStride": 2})
    return list(struct.unpack("<12H", found)), [0, 1, 2, 0, 2, 3, 3, 2, 1, 10, 9, 10]


def filters():
    """Poles, two quaternions, two floats."""
    half = round(32767 * 0.5**0.5)
    found = [struct.unpack("<4b", meshopt_read.octahedral(struct.pack("<4b", 0, 0, 127, 5), 4)),
             struct.unpack("<4b", meshopt_read.octahedral(struct.pack("<4b", 7, 7, 7, 0), 4)),
             struct.unpack("<4h", meshopt_read.quaternion(struct.pack("<4h", 0, 0, 0, 32767 & ~3 | 3), 8)),
             struct.unpack("<4h", meshopt_read.quaternion(struct.pack("<4h", 32767, 0, 0, 32767 & ~3), 8)),
             struct.unpack("<2f", meshopt_read.exponential(struct.pack("<2I", 0xFF000003, 0x02FFFFFF), 4))]
    return found, [(0, 0, 127, 5), (0, 0, -127, 0), (0, 0, 0, 32767), (half, half, 0, 0), (1.5, -4.0)]


def main():
    checks = Checks()
    for example in (attributes, numbers, index_sequence, triangles, filters):
        found, expected = example()
        checks.that(found == expected, f"{example.__name__}: {found}, expected {expected}")
    checks.end()


if __name__ == "__main__":
    main()
