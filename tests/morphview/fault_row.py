# SPDX-License-Identifier: MIT
"""A row of the table of faults, and what makes its input."""

import copy
import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Optional

FILE = object()  # stands for the input in a row's arguments
INFO = (FILE, "--info", "--json")
DUMP = (FILE, "--dump", "-")


@dataclass
class Row:
    fault: int
    name: str
    make: Callable[[Path], Path]  # writes what is needed into the folder; gives the input's path
    exit: int = 3
    pointer: str = ""  # the place that the message begins with; its beginning if that ends with "/" or a space
    says: Optional[str] = ""  # what it goes on to say, a regular expression; None: nothing is said
    arguments: tuple = INFO
    lines: int = 1
    graphics: bool = False
    traced: bool = True
    may_open: tuple = ()
    environment: dict = field(default_factory=dict)  # None takes a variable away
    in_work: dict = field(default_factory=dict)  # files in the working folder, by name
    stdout_path: Optional[str] = None
    interrupt_after: Optional[float] = None

    def prepare(self, _folder, work):
        for name, content in self.in_work.items():
            (work / name).write_bytes(content)

    def is_prefix(self):
        return self.pointer.endswith(("/", " "))

    def stdin(self):
        # Where a run is to be interrupted, nothing comes, and no end either.
        return subprocess.PIPE if self.interrupt_after is not None else subprocess.DEVNULL

    def stdout(self, usual):
        return open(self.stdout_path, "wb") if self.stdout_path else usual  # lives as long as its run


def text(content):
    """Makes a .gltf of a document, a text or bytes."""
    if isinstance(content, dict):
        content = json.dumps(content)
    if isinstance(content, str):
        content = content.encode()

    def make(folder):
        path = folder / "model.gltf"
        path.write_bytes(content)
        return path
    return make


def binary(content):
    def make(folder):
        path = folder / "model.glb"
        path.write_bytes(content)
        return path
    return make


def with_file(name, content, make):
    def both(folder):
        (folder / name).write_bytes(content)
        return make(folder)
    return both


def changed(document, *steps):
    """A copy of a document with values set: changed(d, ("accessors", 0, "count", 9))."""
    document = copy.deepcopy(document)
    for *path, key, value in steps:
        at = document
        for step in path:
            at = at[step]
        at[key] = value
    return document
