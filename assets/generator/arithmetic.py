# SPDX-License-Identifier: MIT
"""Numbers whose bits do not depend on the machine.

IEEE 754 rounds + - * / and the square root correctly everywhere, but leaves sines, powers and the order of a library's
sum to the platform. So the sine is a series here, powers are products, and sums are written out.
Vectors are plain tuples of three floats.
"""

import math
import struct

PI = 3.141592653589793

X_AXIS, Y_AXIS, Z_AXIS = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0)


def f32(value):
    """The nearest float32, as a Python float."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def shortest(value):
    """The decimal with the fewest digits that still reads back as the same float32; what a JSON file should say."""
    for digits in range(1, 10):
        candidate = float(f"{value:.{digits}g}")
        if f32(candidate) == f32(value):
            return candidate
    return value


def sine(x):
    """sin(x) by its Taylor series after reduction to [-pi, pi]; error below 1e-14 for the small arguments used here."""
    x -= 2.0 * PI * math.floor(x / (2.0 * PI) + 0.5)
    term = total = x
    for n in range(2, 28, 2):
        term *= -x * x / (n * (n + 1))
        total += term
    return total


def cosine(x):
    return sine(x + 0.5 * PI)


def smoothstep(x):
    """3x^2 - 2x^3, clamped: from 0 to 1 with level ends."""
    x = min(max(x, 0.0), 1.0)
    return x * x * (3.0 - 2.0 * x)


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def subtract(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scaled(a, factor):
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    return scaled(a, 1.0 / math.sqrt(dot(a, a)))


def without(a, direction):
    """The part of `a` at right angles to the unit vector `direction`."""
    return subtract(a, scaled(direction, dot(a, direction)))


def differences(after, before):
    """Row by row `after - before`: the deltas of a morph target."""
    return [subtract(a, b) for a, b in zip(after, before)]
