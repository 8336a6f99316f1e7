# SPDX-License-Identifier: MIT
"""Shows that the fuzz targets find what they are there to find.

  seeded.py SCRATCH SEEDS [NAME]…       (from the repository's root)

Each of BUGS is a bound that is off by one. It is made in a copy of the tree in SCRATCH, the target is built there,
and must find it within SECONDS, starting from the seeds alone. Exit status 1 if one is not found.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import typing

from run import fuzz

SECONDS = 60

ACCESSORS = "src/morph/gltf/detail/accessor_checks.cpp"
JSON = "src/morph/gltf/detail/json_scan.cpp"


class Bug(typing.NamedTuple):
    target: str  # the fuzz target that has to see it
    file: str
    right: str  # occurs once in the file
    wrong: str


BUGS = {
    "accessor_range": Bug("accessor", ACCESSORS, "inside(offset, bytes, view->size())",
                          "inside(offset, bytes, view->size() + 1)"),
    "stride": Bug("accessor", ACCESSORS, "if (stride < shape.element_bytes)", "if (stride + 1 < shape.element_bytes)"),
    "sparse_index": Bug("accessor", ACCESSORS, "if (index >= accessor.count)", "if (index > accessor.count)"),
    "sparse_count": Bug("accessor", ACCESSORS, "count * shape.element_bytes, at", "(count - 1) * shape.element_bytes, at"),
    "view_range": Bug("accessor", "src/morph/gltf/detail/buffer_view.cpp", "view.byteLength, buffer.byte_length)",
                      "view.byteLength, buffer.byte_length + 1)"),
    "glb_chunk": Bug("import", "src/morph/gltf/detail/container.cpp", "if (length > left - kChunkHeaderBytes)",
                     "if (length > left - kChunkHeaderBytes + 1)"),
    "json_depth": Bug("import", JSON, "if (++depth_ <= depth_limit_)", "if (depth_++ <= depth_limit_)"),
    "element_count": Bug("import", JSON, "count < limits_.*shape->limit", "count <= limits_.*shape->limit"),
    "vertex_index": Bug("import", "src/morph/runtime/detail/scene_checks.cpp", "return i >= vertices;",
                        "return i > vertices;"),
    "joint_index": Bug("import", "src/morph/runtime/mesh.cpp", "v < sets[s].size()", "v + 1 < sets[s].size()"),
    "delta_block": Bug("import", "src/morph/runtime/morph_target_data.cpp",
                       "(deltas.size() + block_floats - 1) / block_floats", "deltas.size() / block_floats"),
    "track_key": Bug("track", "src/morph/runtime/sample.cpp", "return k < times.size()", "return k <= times.size()"),
    "spline_keys": Bug("track", "src/morph/runtime/track.cpp", "cubic ? 2 : 1", "cubic ? 1 : 1"),
}

FOUND = re.compile(r"property violated: .*|Assertion .* failed|ERROR: AddressSanitizer: \S+|runtime error: .*")


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace")
    if done.returncode != 0:
        print(done.stdout[-4000:])
        raise SystemExit(f"failed: {' '.join(command)}")


def copy_tree(tree):
    """Files that git knows, as they are in the working tree; those that have not changed keep their time, so that
    a second run builds little."""
    listed = subprocess.run(["git", "ls-files", "-z"], check=True, stdout=subprocess.PIPE, text=True).stdout
    for name in filter(None, listed.split("\0")):
        source, target = pathlib.Path(name), tree / name
        if not source.is_file() or (target.is_file() and target.read_bytes() == source.read_bytes()):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def with_bug(bug):
    """The text of the file."""
    text = pathlib.Path(bug.file).read_text()
    if text.count(bug.right) != 1:
        raise SystemExit(f"{bug.file}: expected one {bug.right!r}, got {text.count(bug.right)}")
    return text.replace(bug.right, bug.wrong)


def build(tree, targets):
    run("cmake", "--build", "--preset", "fuzz", "--target", *(f"fuzz_{target}" for target in targets), cwd=tree)


def main():
    scratch, seeds = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    bugs = {name: BUGS[name] for name in sys.argv[3:] or BUGS}
    texts = {name: with_bug(bug) for name, bug in bugs.items()}
    tree, corpus = scratch / "tree", scratch / "corpus"
    copy_tree(tree)
    run("cmake", "--preset", "fuzz", cwd=tree)
    build(tree, sorted({bug.target for bug in bugs.values()}))
    missed = []
    for name, bug in bugs.items():
        (tree / bug.file).write_text(texts[name])
        build(tree, [bug.target])
        shutil.copyfile(bug.file, tree / bug.file)
        shutil.rmtree(corpus, ignore_errors=True)
        shutil.copytree(seeds / bug.target, corpus)
        done = fuzz(tree / "build/fuzz/tests/fuzz" / f"fuzz_{bug.target}", SECONDS, corpus, scratch)
        said = next((match[0] for line in done.lines if (match := FOUND.search(line))), None)
        if done.status != 0 and said:
            print(f"{name}: found by {bug.target} after {done.seconds:.1f} s: {said}", flush=True)
            continue
        missed.append(name)
        print(f"{name}: NOT FOUND by {bug.target} in {done.seconds:.1f} s", *done.lines[-20:], sep="\n", flush=True)
    print(f"{len(bugs) - len(missed)} of {len(bugs)} seeded bugs found", *missed)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
