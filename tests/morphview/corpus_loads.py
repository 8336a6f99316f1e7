# SPDX-License-Identifier: MIT
"""Loads every real file: the sound ones without a fault, the damaged ones as the corpus' own table says.

usage: corpus_loads.py PROGRAM

A program without codecs (MORPH_CODECS=OFF in the environment) refuses what is compressed.
Exit 77 (skipped) unless MORPH_CORPUS names the folder of models.
"""

import json
import sys

from corpus import HAS_CODECS, compressed_files, damaged_files, sound_files
from program import Checks, Program

SOUND, DAMAGED = 46, 10

# What the program says about a damaged file: its exit code, and the place that is named.
EXPECTED = {
    "RobotExpressive-damaged": (3, ""),  # the GLB's chunks are not JSON, so they have no pointer
    "Magnum-morph_target_attributes": (0, "/meshes/0/primitives/0/targets/0/NORMAL"),
    "SharpGLTF-InconsistentMorphTargets_unfixed": (0, "/meshes/0/primitives/1/targets"),
    "Validator-mesh-morph_unequal_targets_count": (0, "/meshes/0/primitives/1/targets"),
    "Validator-mesh-morph_weights_wrong_count": (0, "/meshes/0/weights"),
    "Validator-mesh-morph_attribute_no_base": (0, "/meshes/0/primitives/0/targets/0/NORMAL"),
    "Validator-mesh-morph_position_accessor_no_bounds": (0, "/meshes/0/primitives/0/targets/0/POSITION"),
    "Validator-animation-channel_node_no_morphs": (0, "/animations/0/channels/0/target"),
    "Validator-animation-sampler_output_count_invalid": (0, "/animations/0/samplers/0/output"),
    "Validator-animation_data-invalid_input_values": (0, "/animations/0/samplers/0/input"),
}


def check_sound(checks, program, file):
    done = program.run(file, "--info", "--json")
    name = file.parent.name
    if checks.that(done.returncode == 0, f"{name}: exit {done.returncode}: {done.stderr.decode()[:300]}"):
        report = json.loads(done.stdout)
        checks.that(report["schema"] == "morphview.info/1", f"{name}: schema {report['schema']}")


def check_damaged(checks, program, file):
    done = program.run(file, "--info", "--json")
    name, (code, place) = file.parent.name, EXPECTED[file.parent.name]
    checks.that(done.returncode == code, f"{name}: exit {done.returncode}, expected {code}")
    word = f"morphview: {'warning' if code == 0 else 'error'}: {place}"
    checks.that(word in done.stderr.decode(), f"{name}: no '{word}' in: {done.stderr.decode()[:300]}")
    issues = json.loads(done.stdout)["issues"]
    checks.that(any(issue["pointer"] == place for issue in issues), f"{name}: no issue of '{place}' in {issues}")


def main():
    program, checks = Program(sys.argv[1]), Checks()
    sound, damaged = sound_files(), damaged_files()
    refused = [] if HAS_CODECS else compressed_files()
    checks.that(len(sound) + len(refused) == SOUND, f"{len(sound)} sound files, expected {SOUND}")
    checks.that(len(damaged) == DAMAGED, f"{len(damaged)} damaged files, expected {DAMAGED}")
    for file in sound:
        check_sound(checks, program, file)
    for file in refused:
        code = program.run(file, "--info").returncode
        checks.that(code == 3, f"{file.parent.name}: exit {code} without codecs, expected 3")
    for file in damaged:
        check_damaged(checks, program, file)
    checks.end()


if __name__ == "__main__":
    main()
