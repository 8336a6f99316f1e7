# SPDX-License-Identifier: MIT
"""Shows that the fuzz targets find what they are there to find.

  seeded.py SCRATCH SEEDS [NAME]…       (from the repository's root)

Each patch of tests/fuzz/seeded is one bound that is off by one. It is applied to a copy of the tree in
SCRATCH, the target of BUGS is built there, and must find it within SECONDS, starting from the seeds alone.
Exit status 1 if one is not found.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

from run import LIMITS

SECONDS = 60

BUGS = {  # patch: the target that has to see it
    "accessor_range": "accessor",
    "stride": "accessor",
    "sparse_index": "accessor",
    "sparse_count": "accessor",
    "view_range": "accessor",
    "glb_chunk": "import",
    "json_depth": "import",
    "element_count": "import",
    "vertex_index": "import",
    "joint_index": "import",
    "delta_block": "import",
    "track_key": "track",
    "spline_keys": "track",
}

PATCHES = pathlib.Path(__file__).parent / "seeded"


def run(*command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          **more)
    if done.returncode != 0:
        print(done.stdout[-4000:])
        raise SystemExit(f"failed: {' '.join(map(str, command))}")


def copy_tree(tree):
    """Files that git knows, as they are in the working tree; those that have not changed keep their time, so that
    a second run builds little."""
    listed = subprocess.run(["git", "ls-files", "-z"], check=True, stdout=subprocess.PIPE).stdout.decode()
    files = [name for name in listed.split("\0") if name and pathlib.Path(name).is_file()]
    for name in files:
        source, target = pathlib.Path(name), tree / name
        if target.is_file() and target.read_bytes() == source.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def build(tree, targets):
    run("cmake", "--build", "--preset", "fuzz", "--target", *targets, cwd=tree)


def find(program, seeds, scratch):
    """Seconds until the target stopped with a finding, and what it said; None if it found nothing."""
    corpus = scratch / "corpus"
    shutil.rmtree(corpus, ignore_errors=True)
    corpus.mkdir(parents=True)
    environment = dict(os.environ, LLVM_PROFILE_FILE="/dev/null")
    started = time.monotonic()
    done = subprocess.run([str(program), f"-max_total_time={SECONDS}", *LIMITS, f"-artifact_prefix={scratch}/",
                           str(corpus), str(seeds)],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
                          env=environment)
    seconds = time.monotonic() - started
    if done.returncode == 0:
        return None
    reasons = re.findall(r"property violated: .*|Assertion .* failed|ERROR: AddressSanitizer: \S+|runtime error: .*",
                         done.stderr)
    return seconds, reasons[0] if reasons else done.stderr[-300:]


def main():
    scratch, seeds = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    names = sys.argv[3:] or list(BUGS)
    unlisted = {path.stem for path in PATCHES.glob("*.patch")} ^ set(BUGS)
    if unlisted:
        raise SystemExit(f"patches and BUGS differ: {', '.join(sorted(unlisted))}")
    tree = scratch / "tree"
    copy_tree(tree)
    run("cmake", "--preset", "fuzz", cwd=tree)
    build(tree, sorted({f"fuzz_{BUGS[name]}" for name in names}))
    missed = 0
    for name in names:
        patch = (PATCHES / f"{name}.patch").resolve()
        run("patch", "-p1", "-i", str(patch), cwd=tree)
        build(tree, [f"fuzz_{BUGS[name]}"])
        found = find(tree / "build/fuzz/tests/fuzz" / f"fuzz_{BUGS[name]}", seeds / BUGS[name], scratch)
        run("patch", "-p1", "-R", "-i", str(patch), cwd=tree)
        if found is None:
            missed += 1
            print(f"{name}: NOT FOUND by {BUGS[name]} in {SECONDS} s", flush=True)
        else:
            print(f"{name}: found by {BUGS[name]} after {found[0]:.1f} s: {found[1]}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
