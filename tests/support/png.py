# SPDX-License-Identifier: MIT
"""Reads channels of a PNG of 8 bits RGBA, as the program writes it, and writes RGB (ISO/IEC 15948: chunks, filters)."""

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


# ---- writing ---------------------------------------------------------------------------------------------------------


def filtered(row, above):
    """A row of RGB behind its filter byte: the filter that leaves the least, by the sum of absolute differences."""
    left = bytes(3) + row[:-3]
    corner = bytes(3) + above[:-3]
    guesses = (bytes(len(row)), left, above, map(paeth, left, above, corner))
    tried = [bytes((value - guess) & 255 for value, guess in zip(row, of)) for of in guesses]
    kinds = (0, 1, 2, 4)
    sums = [sum(min(value, 256 - value) for value in one) for one in tried]
    best = sums.index(min(sums))
    return bytes((kinds[best],)) + tried[best]


def encode_rgb(width, rows):
    """The bytes of a PNG; rows of 3 · width bytes from top to bottom."""
    above, lines = bytes(3 * width), []
    for row in rows:
        lines.append(filtered(row, above))
        above = row
    parts = ((b"IHDR", struct.pack(">IIBBBBB", width, len(lines), 8, 2, 0, 0, 0)),
             (b"IDAT", zlib.compress(b"".join(lines), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts)
