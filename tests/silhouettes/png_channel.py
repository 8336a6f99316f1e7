# SPDX-License-Identifier: MIT
"""One channel of a PNG of 8 bits RGBA, as the program writes it (ISO/IEC 15948: chunks and filters)."""

import struct
import zlib


def chunks(data):
    """(kind, content) of each."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG")
    at = 8
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8:at + 8 + length]
        at += 12 + length


def paeth(left, above, corner):
    estimate = left + above - corner
    distances = abs(estimate - left), abs(estimate - above), abs(estimate - corner)
    if distances[0] <= distances[1] and distances[0] <= distances[2]:
        return left
    return above if distances[1] <= distances[2] else corner


def unfiltered(kind, row, above):
    """A row of one channel; the filters work on each channel alone."""
    if kind == 0:
        return row
    if kind == 2:
        return bytes((value + up) & 255 for value, up in zip(row, above))
    out, left, corner = bytearray(), 0, 0
    for value, up in zip(row, above):
        guess = left if kind == 1 else (left + up) // 2 if kind == 3 else paeth(left, up, corner)
        left, corner = (value + guess) & 255, up
        out.append(left)
    return bytes(out)


def read_channel(data, channel):
    """(width, height, bytes of the channel: 0 red … 3 alpha), rows from top to bottom."""
    content = list(chunks(data))
    width, height, *form = struct.unpack(">IIBBBBB", content[0][1])
    if form != [8, 6, 0, 0, 0]:
        raise ValueError(f"not 8 bits RGBA without interlace: {form}")
    packed = zlib.decompress(b"".join(part for kind, part in content if kind == b"IDAT"))
    stride, row, rows = 1 + 4 * width, bytes(width), []
    for at in range(0, stride * height, stride):
        row = unfiltered(packed[at], packed[at + 1 + channel:at + stride:4], row)
        rows.append(row)
    return width, height, b"".join(rows)
