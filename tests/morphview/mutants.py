# SPDX-License-Identifier: MIT
"""Mutated copies of every sound real file: each loads or is refused, and nothing else happens.

usage: mutants.py PROGRAM SCRATCH_FOLDER [--count N] [--only NAME]

Bits are flipped, files cut off, indices swapped, numbers made huge, chunks and members exchanged;
the seeds are fixed, so that a mutant that fails can be made again. N copies of each file
(MORPH_MUTANTS, else 4): all by --info, each fifth by --dump as well, each tenth by a picture where
pictures can be drawn. A run must end with 0 or 3, within its time, never by a signal or with a
sanitizer's report, and standard output must hold JSON. Exit 77 (skipped) unless MORPH_CORPUS names
the folder of models.
"""

import argparse
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from corpus import sound_files
from program import Checks, Program

SECONDS = 60 if "ASAN_OPTIONS" in os.environ else 20
NUMBERS = (-1, 0, 1, 255, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53, 2**63, 1e39, -1e39, 1e308, 0.5, -0.0)
WORDS = ("", "VEC2", "VEC4", "SCALAR", "MAT4", "CUBICSPLINE", "STEP", "weights", "rotation", "pointer", "../x.bin", "data:,",
         "\u202e", "x" * 3000)


# ---- bytes ----


def flip_bits(data, random_):
    data = bytearray(data)
    for _ in range(random_.choice((1, 1, 2, 8, 64))):
        data[random_.randrange(len(data))] ^= 1 << random_.randrange(8)
    return bytes(data)


def truncate(data, random_):
    return data[:random_.randrange(len(data))]


def overwrite_word(data, random_):
    at = random_.randrange(max(1, len(data) - 4)) & ~3
    word = random_.choice((0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FC00000, 0x7F800000, len(data), len(data) + 1))
    return data[:at] + struct.pack("<I", word) + data[at + 4:]


def move_piece(data, random_):
    length = random_.randrange(1, 1 + min(4096, len(data)))
    at, to = random_.randrange(len(data)), random_.randrange(len(data))
    piece = data[at:at + length]
    if random_.random() < 0.5:
        data = data[:at] + data[at + length:]
    return data[:to] + piece + data[to:]


def swap_halves(data, random_):
    at = random_.randrange(len(data))
    return data[at:] + data[:at]


BYTES = (flip_bits, flip_bits, flip_bits, truncate, overwrite_word, overwrite_word, move_piece, swap_halves)


# ---- JSON ----


def places(value, path=()):
    """Every (container, key) of a document."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield value, key
        yield from places(inner, path + (key,))


def change_document(document, random_):
    """One to three changes of a parsed document, in place."""
    for _ in range(random_.randint(1, 3)):
        found = list(places(document))
        if not found:
            return
        # Numbers are what refers to something, so they are changed most.
        numbers = [(c, k) for c, k in found if isinstance(c[k], (int, float)) and not isinstance(c[k], bool)]
        container, key = random_.choice(numbers if numbers and random_.random() < 0.6 else found)
        value = container[key]
        choice = random_.randrange(7)
        if isinstance(value, (int, float)) and choice < 3:
            container[key] = random_.choice(NUMBERS)
        elif isinstance(value, (int, float)) and choice < 5:
            other, place = random_.choice(numbers)
            container[key], other[place] = other[place], container[key]
        elif isinstance(value, str) and choice < 3:
            container[key] = random_.choice(WORDS)
        elif choice == 3 and isinstance(container, dict):
            del container[key]
        elif choice == 4 and isinstance(value, list) and value:
            value.extend(value[:random_.randint(1, 500)] * random_.choice((1, 1, 20)))
        elif choice == 5:
            container[key] = random_.choice((None, True, [], {}, "", 7, [[]], {"a": []}))
        else:
            other, place = random_.choice(found)
            inner = json.loads(json.dumps(other[place]))  # a copy, so that no document holds itself
            container[key] = inner


def to_json(document):
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass")


def mutate_json(text, random_):
    document = json.loads(text.decode("utf-8-sig"))
    change_document(document, random_)
    return to_json(document)


# ---- containers ----


def chunks_of(data):
    chunks, at = [], 12
    while at + 8 <= len(data):
        length, kind = struct.unpack_from("<II", data, at)
        chunks.append((kind, data[at + 8:at + 8 + length]))
        at += 8 + length
    return chunks


def pack(chunks):
    body = b"".join(struct.pack("<II", len(data), kind) + data for kind, data in chunks)
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def mutate_glb(data, random_):
    chunks = chunks_of(data)
    choice = random_.randrange(10)
    if choice < 5:
        text = mutate_json(chunks[0][1], random_)
        chunks[0] = (chunks[0][0], text + b" " * (-len(text) % 4))
    elif choice < 7 and len(chunks) > 1 and chunks[1][1]:
        chunks[1] = (chunks[1][0], random_.choice(BYTES)(chunks[1][1], random_))
    elif choice == 7:
        random_.shuffle(chunks)
    elif choice == 8:
        chunks = chunks * 2
    else:
        return random_.choice(BYTES)(data, random_)
    return pack(chunks)


def mutate(name, data, random_):
    if data[:4] == b"glTF":
        return mutate_glb(data, random_)
    if name.endswith(".gltf") and random_.random() < 0.7:
        return mutate_json(data, random_)
    return random_.choice(BYTES)(data, random_) if data else data


# ---- runs ----


class Mutants:
    def __init__(self, program, scratch, draws):
        self.program, self.scratch, self.draws = program, scratch, draws
        self.checks, self.exits = Checks(), Counter()

    def run(self, label, *arguments):
        begin = time.monotonic()
        try:
            done = subprocess.run([self.program.path, *map(str, arguments)], capture_output=True, check=False, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.checks.that(False, f"{label}: {arguments[1:]}: still running after {SECONDS} s")
            return None
        self.exits[done.returncode] += 1
        said = done.stderr.decode(errors="replace")
        self.checks.that(done.returncode in (0, 3), f"{label}: {arguments[1:]}: exit {done.returncode}: {said[-3000:]}")
        self.checks.that(all(line.startswith("morphview: ") for line in said.splitlines()), f"{label}: raw message: {said[:1000]}")
        self.slowest = max(self.slowest, (time.monotonic() - begin, label))
        return done

    def judge_json(self, label, done):
        if done is None or not done.stdout and done.returncode == 3:
            return
        try:
            json.loads(done.stdout, parse_constant=lambda word: 1 / 0)
            sound = True
        except (ValueError, ZeroDivisionError):
            sound = False
        self.checks.that(sound, f"{label}: no JSON on standard output: {done.stdout[:300]}")

    def file(self, file, count):
        """All mutants of one model."""
        folder = self.scratch / file.parent.name
        shutil.copytree(file.parent, folder)
        for path in folder.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        folder.chmod(0o755)
        model = folder / file.name
        contents = {path: path.read_bytes() for path in sorted(folder.rglob("*"))
                    if path.is_file() and path.suffix in (".gltf", ".glb", ".vrm", ".bin", ".png", ".jpg")}
        for number in range(count):
            label = f"{file.parent.name} {number}"
            random_ = random.Random(label)
            target = model if random_.random() < 0.75 else random_.choice(list(contents))
            target.write_bytes(mutate(target.name, contents[target], random_))
            self.judge_json(label, self.run(label, model, "--info", "--json"))
            if number % 5 == 0:
                self.judge_json(label, self.run(label, model, "--dump", "-", "-q"))
            if number % 10 == 0 and self.draws:
                self.run(label, model, "-o", "/dev/null", "--resolution", "32x32", "-q")
            target.write_bytes(contents[target])
        shutil.rmtree(folder)

    slowest = (0.0, "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("scratch", type=Path)
    parser.add_argument("--count", type=int, default=int(os.environ.get("MORPH_MUTANTS", "4")))
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    files = [file for file in sound_files() if given.only in file.parent.name]
    shutil.rmtree(given.scratch, ignore_errors=True)
    given.scratch.mkdir(parents=True)
    program = Program(given.program)
    mutants = Mutants(program, given.scratch, program.has_graphics(files[0]))
    for file in files:
        mutants.file(file, given.count)
    print(f"{given.count} mutants of {len(files)} files; exits {dict(sorted(mutants.exits.items()))}; "
          f"the slowest took {mutants.slowest[0]:.1f} s ({mutants.slowest[1]})")
    mutants.checks.end()


if __name__ == "__main__":
    sys.exit(main())
