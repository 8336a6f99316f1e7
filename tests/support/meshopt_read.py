# SPDX-License-Identifier: MIT
"""Decodes buffer views of EXT_meshopt_compression, written after the extension's appendices A and B alone.

All three modes and all three filters. Speed comes from doing nothing where nothing changes: most groups of a morph
delta are zero.
"""

import math
import struct
from itertools import accumulate

# The difference that a byte encodes by zigzag, below 256.
DIFFERENCES = [(~(v >> 1) & 0xFF) if v & 1 else v >> 1 for v in range(256)]
# The codes that a byte of 2-bit or 4-bit codes holds, the most significant first.
CODES = {2: [[b >> 6, b >> 4 & 3, b >> 2 & 3, b & 3] for b in range(256)], 4: [[b >> 4, b & 15] for b in range(256)]}
GROUP = 16


def decoded(data, view):
    """The bytes of a buffer view from its compressed ones; `view` is the extension's object."""
    count, stride = view["count"], view["byteStride"]
    if view["mode"] == "ATTRIBUTES":
        out = attributes(data, count, stride)
        return FILTERS[view.get("filter", "NONE")](out, stride)
    indices = triangles(data, count) if view["mode"] == "TRIANGLES" else index_sequence(data, count)
    return struct.pack(f"<{count}{'H' if stride == 2 else 'I'}", *indices)


# ---- mode 0: attributes ----------------------------------------------------------------------------------------------


def attributes(data, count, stride):
    if data[0] != 0xA0:
        raise ValueError(f"attribute stream of version {data[0]:#x}")
    out, element, at, done = bytearray(count * stride), bytearray(data[-stride:]), 1, 0
    most = min(8192 // stride & ~15, 256)
    while done < count:
        block = min(most, count - done)
        for byte in range(stride):
            at, differences = data_block(data, at, block)
            first = done * stride + byte
            places = slice(first, first + block * stride, stride)
            if differences is None:
                out[places] = bytes([element[byte]]) * block
                continue
            sums = accumulate(differences, initial=element[byte])
            next(sums)
            out[places] = values = bytes([total & 0xFF for total in sums])
            element[byte] = values[-1]
        done += block
    tail = max(32, stride)
    if at != len(data) - tail:
        raise ValueError(f"attribute stream ends at {at}, its tail begins at {len(data) - tail}")
    return out


def data_block(data, at, count):
    """(where the next one begins, the differences of `count` elements in one byte; None where all are zero)."""
    groups = (count + GROUP - 1) // GROUP
    header, at = data[at:at + (groups + 3) // 4], at + (groups + 3) // 4
    if not any(header):
        return at, None
    differences = []
    for group in range(groups):
        mode = header[group // 4] >> group % 4 * 2 & 3
        if mode == 0:
            differences += bytes(GROUP)
        elif mode == 3:
            differences += [DIFFERENCES[b] for b in data[at:at + GROUP]]
            at += GROUP
        else:
            at = sentinel_group(data, at, 2 * mode, differences)
    return at, differences[:count]


def sentinel_group(data, at, bits, differences):
    sentinel, table, size = (1 << bits) - 1, CODES[bits], 2 * bits
    codes = [code for byte in data[at:at + size] for code in table[byte]]
    at += size
    if sentinel in codes:
        for i, code in enumerate(codes):
            if code == sentinel:
                codes[i] = data[at]
                at += 1
    differences += [DIFFERENCES[code] for code in codes]
    return at


# ---- modes 1 and 2: indices ------------------------------------------------------------------------------------------


class Bytes:
    """Reads bytes and numbers of 7 bits a byte one after the other."""

    def __init__(self, data, at):
        self.data, self.at = data, at

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def number(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value & 0xFFFFFFFF


def unzigzag(number):
    return ~(number >> 1) if number & 1 else number >> 1


class Triangles:
    """The state of a decoder of mode 1. Both queues keep their newest entry last."""

    def __init__(self, data, count):
        self.extra = Bytes(data, 1 + count // 3)
        self.table = data[-16:]
        self.edges, self.vertices, self.next, self.last = [], [], 0, 0

    def fresh(self):
        self.next += 1
        return self.next - 1

    def explicit(self):
        self.last = self.last + unzigzag(self.extra.number()) & 0xFFFFFFFF
        return self.last

    def triangle(self, code):
        return self.with_edge(code >> 4, code & 15) if code < 0xF0 else self.alone(code & 15)

    def with_edge(self, place, third):
        a, b = self.edges[-1 - place]
        new = True
        if third == 0:
            c = self.fresh()
        elif third < 13:
            c, new = self.vertices[-1 - third], False
        elif third < 15:
            c = self.last = self.last + (1 if third == 14 else -1) & 0xFFFFFFFF
        else:
            c = self.explicit()
        self.edges += [(c, b), (a, c)]
        self.vertices += [c] if new else []
        return a, b, c

    def alone(self, low):
        code = self.table[low] if low < 14 else self.extra.byte()
        if low >= 14 and code == 0:
            self.next = 0
        a = self.explicit() if low == 15 else self.fresh()
        second, third = code >> 4, code & 15
        b = self.corner(second, low)
        c = self.corner(third, low)
        self.edges += [(b, a), (c, b), (a, c)]
        self.vertices += [a]
        self.vertices += [v for v, kind in ((b, second), (c, third)) if kind == 0 or kind == 15]
        return a, b, c

    def corner(self, kind, low):
        if kind == 0:
            return self.fresh()
        return self.explicit() if kind == 15 and low >= 14 else self.vertices[-kind]


def triangles(data, count):
    if data[0] != 0xE1:
        raise ValueError(f"triangle stream of version {data[0]:#x}")
    state, out = Triangles(data, count), []
    for code in data[1:1 + count // 3]:
        out += state.triangle(code)
    if state.extra.at != len(data) - 16:
        raise ValueError("bytes are left over in a triangle stream")
    return out


def index_sequence(data, count):
    if data[0] != 0xD1:
        raise ValueError(f"index stream of version {data[0]:#x}")
    source, last, out = Bytes(data, 1), [0, 0], []
    for _ in range(count):
        number = source.number()
        last[number & 1] = last[number & 1] + unzigzag(number >> 1) & 0xFFFFFFFF
        out.append(last[number & 1])
    return out


# ---- filters ---------------------------------------------------------------------------------------------------------


def rounded(number):
    """To the nearest integer, halves away from zero."""
    return int(math.copysign(math.floor(abs(number) + 0.5), number))


def octahedral(data, stride):
    layout, largest = ("<4b", 127) if stride == 4 else ("<4h", 32767)
    out = bytearray()
    for x, y, one, last in struct.iter_unpack(layout, data):
        x, y = x / one, y / one
        z = 1.0 - abs(x) - abs(y)
        fold = min(z, 0.0)
        x, y = x - math.copysign(fold, x), y - math.copysign(fold, y)
        scale = largest / math.sqrt(x * x + y * y + z * z)
        out += struct.pack(layout, rounded(x * scale), rounded(y * scale), rounded(z * scale), last)
    return out


def quaternion(data, _):
    out = bytearray()
    for *parts, word in struct.iter_unpack("<4h", data):
        x, y, z = (part / (word | 3) / math.sqrt(2.0) for part in parts)
        w = math.sqrt(max(0.0, 1.0 - x * x - y * y - z * z))
        row = [0] * 4
        for place, value in enumerate((w, x, y, z)):
            row[((word & 3) + place) % 4] = rounded(value * 32767.0)
        out += struct.pack("<4h", *row)
    return out


def exponential(data, _):
    out = bytearray()
    for (word,) in struct.iter_unpack("<i", data):
        mantissa = (word & 0xFFFFFF ^ 0x800000) - 0x800000  # the low 24 bits, signed
        out += struct.pack("<f", math.ldexp(mantissa, word >> 24))
    return out


FILTERS = {"NONE": lambda data, _: data, "OCTAHEDRAL": octahedral, "QUATERNION": quaternion,
           "EXPONENTIAL": exponential}
