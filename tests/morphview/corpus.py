# SPDX-License-Identifier: MIT
"""The files of the corpus that MORPH_CORPUS names, and what its table says of them."""

import os
from pathlib import Path

from program import skip

# Damaged on purpose, by the corpus' own table.
DAMAGED = {
    "RobotExpressive-damaged", "SharpGLTF-InconsistentMorphTargets_unfixed", "Magnum-morph_target_attributes",
    "Validator-mesh-morph_unequal_targets_count", "Validator-mesh-morph_weights_wrong_count",
    "Validator-mesh-morph_attribute_no_base", "Validator-animation-channel_node_no_morphs",
    "Validator-animation-sampler_output_count_invalid", "Validator-mesh-morph_position_accessor_no_bounds",
    "Validator-animation_data-invalid_input_values",
}

# What a program without codecs refuses.
COMPRESSED = {
    "MorphPrimitivesTest-Draco", "VALID-Hispanic_F_2_Busi", "VALID-MENA_M_1_Casual", "glTFTransform-BoxMeshopt",
}
HAS_CODECS = os.environ.get("MORPH_CODECS") != "OFF"


def folder():
    """The corpus; without one the test is skipped."""
    if not os.environ.get("MORPH_CORPUS"):
        skip("MORPH_CORPUS does not name a folder of models")
    return Path(os.environ["MORPH_CORPUS"])


def models(folder):
    """Every model of a folder and of the folders in it."""
    return sorted(f for f in folder.rglob("*") if f.suffix in (".gltf", ".glb", ".vrm"))


def compressed_files():
    return [file for file in models(folder()) if file.parent.name in COMPRESSED]


def sound_files():
    """Those that the program can read."""
    refused = DAMAGED if HAS_CODECS else DAMAGED | COMPRESSED
    return [file for file in models(folder()) if file.parent.name not in refused]


def damaged_files():
    return [file for file in models(folder()) if file.parent.name in DAMAGED]
