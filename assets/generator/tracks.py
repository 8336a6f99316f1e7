# SPDX-License-Identifier: MIT
"""Keys of weight tracks."""

from .arithmetic import smoothstep


def eased(times, rows, steps):
    """LINEAR keys along a soft curve: `steps` keys for each segment between the given poses, and the last pose."""
    new_times, new_rows = [], []
    for t0, t1, row0, row1 in zip(times, times[1:], rows, rows[1:]):
        for step in range(steps):
            part = step / steps
            new_times.append(t0 + (t1 - t0) * part)
            new_rows.append([a + (b - a) * smoothstep(part) for a, b in zip(row0, row1)])
    return [*new_times, times[-1]], [*new_rows, list(rows[-1])]
