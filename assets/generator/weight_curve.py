# SPDX-License-Identifier: MIT
"""A cubic Hermite curve in float32, step for step as an animation tool evaluates it.

Each segment is a cubic in the time since its first key. Rounding after every operation matters: it makes the keys of
AnimatedMorphCube come out with the very bits of the original, which double precision misses by up to 3e-7.
"""

from typing import NamedTuple

from .arithmetic import f32


class Key(NamedTuple):
    """`slope` is both the arriving and the leaving one, in value a second."""

    time: float
    value: float
    slope: float


def coefficients(first, second):
    """Cubic and square coefficient of the segment; the lower ones are the slope and the value at `first`."""
    width, rise = f32(f32(second.time) - f32(first.time)), f32(f32(second.value) - f32(first.value))
    inverse_square = f32(1.0 / f32(width * width))
    leaving, arriving = f32(f32(first.slope) * width), f32(f32(second.slope) * width)
    cubic = f32(f32(f32(f32(leaving + arriving) - rise) - rise) * inverse_square)
    square = f32(f32(f32(f32(f32(rise + rise) + rise) - leaving) - leaving) - arriving)
    return f32(cubic / width), f32(square * inverse_square)


def sample(keys, time):
    """Value at the float32 `time`, held before the first and after the last key."""
    if time <= f32(keys[0].time):
        return keys[0].value
    for first, second in zip(keys, keys[1:]):
        if time < f32(second.time):
            cubic, square = coefficients(first, second)
            x = f32(time - f32(first.time))
            inner = f32(f32(x * f32(f32(x * cubic) + square)) + f32(first.slope))
            return f32(f32(x * inner) + f32(first.value))
    return keys[-1].value
