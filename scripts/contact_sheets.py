#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the real models of docs/pictures.md and puts the tiles together: docs/contact/NAME.png.

usage: contact_sheets.py PROGRAM OUT_FOLDER [--tiles FOLDER] [SHEET...]

MORPH_CORPUS names the folder of models. --tiles also keeps each picture, 1024 pixels wide, to be looked at closely.
SHEETs limit the run to some. Every model that the program can read and that shows anything must be on a sheet.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[1]
for folder in ("morphview", "support"):
    sys.path.insert(0, str(ROOT / "tests" / folder))

from camera_copy import Camera, changed_copy  # noqa: E402
from corpus import models, folder as corpus_folder, sound_files  # noqa: E402
from png import encode_rgb, read_channel  # noqa: E402
from program import Program  # noqa: E402

LABEL = 24  # pixels of the lines below a tile
BACKGROUND, INK = (0x26, 0x28, 0x2C), (0xC8, 0xCC, 0xD0)

# Nothing in the first two is seen: they have no nodes, or their vertices are all one point. The third's face is a
# trademark.
LEFT_OUT = {"Validator-mesh-valid", "Validator-node-node_weights_override", "CesiumMan-glb"}


@dataclass
class Tile:
    folder: str
    note: str = ""           # the second line
    arguments: tuple = ()
    ball: tuple = ()         # (center, radius, from there to the eye): what a close-up shows, instead of all


def tile(folder, note="", *arguments, ball=()):
    return Tile(folder, note, arguments, ball)


def towards(x, y, z):
    return "--camera-direction", f"{x},{y},{z}"


FRONT = towards(0, 0, -1)
FROM_RIGHT = towards(-0.35, -0.15, -1)
OF_VRM0 = towards(0.35, -0.15, 1)  # looks along -z
HEAD_F = ((0.0, 1.58, 0.03), 0.15, (0.35, 0.05, 1))
HEAD_M = ((0.0, 1.68, 0.03), 0.16, (-0.35, 0.05, 1))
HEAD_GODETTE = ((0.0, 1.1, 0.0), 0.34, (-0.3, 0.1, -1))
HEAD_ROBOT = ((0.0, 1.62, 0.0), 0.19, (-0.4, 0.05, -1))
BENCH = ((0.6, 0.0, -3.2), 4.8, (0, 1, 0.5))
F, M = "VALID-Hispanic_F_2_Busi", "VALID-MENA_M_1_Casual"
SHOUT = "-w", "*Shout_h=0.8"

SHEETS = {
    "one_face": [
        tile(M, "as the file has it", ball=HEAD_M),
        tile(M, "-w '*Shout_h=0.8'", *SHOUT, ball=HEAD_M),
        tile(M, "--heatmap '*'", *SHOUT, "--heatmap", "*", ball=HEAD_M),
        tile(M, "--shading clay", *SHOUT, "--shading", "clay", ball=HEAD_M),
        tile(M, "--shading normals", *SHOUT, "--shading", "normals", ball=HEAD_M),
        tile(M, "--show wireframe", *SHOUT, "--shading", "clay", "--show", "wireframe", ball=HEAD_M),
    ],
    "avatars": [
        tile(F, "", *FROM_RIGHT),
        tile(F, "skin, hair", ball=HEAD_F),
        tile(F, "smiles", *("-w", "*smileOpen_h=0.8"), ball=HEAD_F),
        tile(M, "", *FROM_RIGHT),
        tile(M, "skin, hair", ball=HEAD_M),
        tile(M, "shouts", *SHOUT, ball=HEAD_M),
        tile("Godette-VRM0", "", *OF_VRM0),
        tile("Godette-VRM0", "neutral", ball=HEAD_GODETTE),
        tile("Godette-VRM0", "blink, a", *("--expression", "Blink=1", "--expression", "A=1"), ball=HEAD_GODETTE),
        tile("Robot-VRM0", "", *OF_VRM0),
        tile("Robot-VRM0", "neutral", ball=HEAD_ROBOT),
        tile("Robot-VRM0", "mouth-smile", *("-w", "mouth-smile=1"), ball=HEAD_ROBOT),
        tile("RobotExpressive-glb", "wave, 0.6 s", *("-a", "Wave", "-t", 0.6), *FROM_RIGHT),
        tile("RobotExpressive-glb", "surprised", *("-a", "none", "-w", "Surprised=1"), *FROM_RIGHT),
        tile("Fox-glTF", "run, 0.3 s", *("-a", "Run", "-t", 0.3)),
        tile("Fox-glTF", "survey, 2 s", *("-a", "Survey", "-t", 2), *FROM_RIGHT),
        tile("ThreeVRM-cube", "", *FROM_RIGHT),
        tile("VRMAddon-custom_normal", "unlit, white", *OF_VRM0),
    ],
    "morph_targets": [
        tile("AnimatedMorphCube-glTF", "1.4 s", "-t", 1.4),
        tile("AnimatedMorphCube-glb", "2.1 s", "-t", 2.1),
        tile("AnimatedMorphCube-Quantized", "3.4 s", "-t", 3.4),
        tile("AnimatedMorphSphere-glTF", "0 s", "-t", 0),
        tile("AnimatedMorphSphere-glTF", "2 s", "-t", 2),
        tile("AnimatedMorphSphere-glTF", "5 s", "-t", 5),
        tile("MorphStressTest-glb", "individuals, 2.8 s", "-a", "Individuals", "-t", 2.8),
        tile("MorphStressTest-glb", "the wave, 2 s", "-a", "TheWave", "-t", 2),
        tile("Bevy-MorphStressTest", "the wave, 2 s", "-a", "TheWave", "-t", 2),
        tile("MorphPrimitivesTest-glTF", "0.5"),
        tile("MorphPrimitivesTest-Draco", "0.5"),
        tile("SimpleMorph-glTF", "2 s", "-t", 2, *FRONT),
        tile("BlenderIO-cs_morph", "0.7 s", "-t", 0.7),
        tile("BlenderIO-morphed_cube", "1 s", "-t", 1),
        tile("BlenderIO-morphed_triangle", "0.8 s", "-t", 0.8),
        tile("BlenderIO-multi_prim_vertex_attribute", "0.08 s", "-t", 0.08),
        tile("BlenderIO-animation_pointer", "5 s", "-t", 5, ball=BENCH),
        tile("TinyGLTF-SparseMorph", "1", "-w", "#0=1"),
        tile("gdx-Morphing", "", *FROM_RIGHT),
        tile("VRMAddon-expression_migration", "", *FROM_RIGHT),
        tile("VRMAddon-pose_rotation_scale_shape_key_skinned", "", *OF_VRM0),
        tile("VRMAddon-modifier_shapekey_vrm0", "", *OF_VRM0),
    ],
    "test_assets": [
        tile("AlphaBlendModeTest-glb", "", *towards(0, -0.15, -1)),
        tile("TextureSettingsTest-glb", "", *FRONT),
        tile("TextureTransformTest-glTF", "", *FRONT),
        tile("MultiUVTest-glb"),
        tile("UnicodeTest-glTF", "", *FRONT),
        tile("UnlitTest-glb"),
        tile("MetalRoughSpheresNoTextures-glb", "", *FRONT),
        tile("OrientationTest-glb"),
        tile("OrientationTest-glb", "from below", *towards(1, 0.5, 1)),
        tile("InterpolationTest-glTF", "0.8 s", "-a", "all", "-t", 0.8, *towards(-0.2, -0.1, -1)),
        tile("RecursiveSkeletons-glb", "1 s", "-t", 1),
        tile("BoxAnimated-glb", "1.5 s", "-t", 1.5),
        tile("RiggedSimple-glb", "1 s", "-t", 1),
        tile("SimpleSkin-glTF", "1 s", "-t", 1, *FRONT),
        tile("SimpleSparseAccessor-glTF", "", *FRONT),
        tile("TriangleWithoutIndices-glTF", "", *FRONT),
        tile("glTFTransform-BoxMeshopt"),
    ],
}

# Pixels of a tile's side, tiles in a row.
SIZES = {"one_face": (448, 3)}
SIZE = 256, 6

# ---- letters ---------------------------------------------------------------------------------------------------------

# Each is five columns wide, and one apart from the next.
LETTERS = (("'*=", """
  #
  #   # # #
       ### #####
      #####
       ### #####
      # # #

"""), ("ABCDEFGHIJKLMNOPQRST", """
 ###  ####   #### ####  ##### #####  #### #   #  ###    ### #   # #     #   # #   #  ###  ####   ###  ####   #### #####
#   # #   # #     #   # #     #     #     #   #   #      #  #  #  #     ## ## ##  # #   # #   # #   # #   # #       #
#   # #   # #     #   # #     #     #     #   #   #      #  # #   #     # # # # # # #   # #   # #   # #   # #       #
##### ####  #     #   # ####  ####  #  ## #####   #      #  ##    #     #   # #  ## #   # ####  #   # ####   ###    #
#   # #   # #     #   # #     #     #   # #   #   #      #  # #   #     #   # #   # #   # #     # # # # #       #   #
#   # #   # #     #   # #     #     #   # #   #   #   #  #  #  #  #     #   # #   # #   # #     #  #  #  #      #   #
#   # ####   #### ####  ##### #      ###  #   #  ###   ##   #   # ##### #   # #   #  ###  #      ## # #   # ####    #
"""), ("UVWXYZ0123456789-_.,", """
#   # #   # #   # #   # #   # #####  ###    #    ###   ###     #  #####  ###  #####  ###   ###
#   # #   # #   # #   # #   #     # #   #  ##   #   # #   #   ##  #     #         # #   # #   #
#   # #   # #   #  # #   # #     #  #  ##   #       #     #  # #  ####  #        #  #   # #   #
#   # #   # # # #   #     #     #   # # #   #      #    ##  #  #      # ####    #    ###   #### #####
#   # #   # # # #  # #    #    #    ##  #   #     #       # #####     # #   #   #   #   #     #
#   #  # #  ## ## #   #   #   #     #   #   #    #    #   #    #  #   # #   #   #   #   #     #              ##   ##
 ###    #   #   # #   #   #   #####  ###   ###  #####  ###     #   ###   ###    #    ###   ###        #####  ##   #
"""))


def font():
    """letter -> its seven rows, each a string of five."""
    glyphs = {" ": [" " * 5] * 7}
    for names, drawing in LETTERS:
        lines = [line.ljust(6 * len(names)) for line in drawing.split("\n")[1:8]]
        for place, name in enumerate(names):
            glyphs[name] = [line[6 * place:6 * place + 5] for line in lines]
    return glyphs


FONT = font()


def label_rows(tile, side):
    """Rows of RGB below a tile: the folder's name and the note, in capitals."""
    rows = [[BACKGROUND] * side for _ in range(LABEL)]
    for text, top in ((tile.folder[:side // 6 - 1], 3), (tile.note, 13)):
        for place, letter in enumerate(text.upper()):
            for y, line in enumerate(FONT[letter]):
                for x, dot in enumerate(line):
                    if dot == "#":
                        rows[top + y][4 + 6 * place + x] = INK
    return [bytes(value for pixel in row for value in pixel) for row in rows]


# ---- tiles and sheets ------------------------------------------------------------------------------------------------


def picture(program, source, tile, side, scratch, out):
    if tile.ball:
        source = changed_copy(source, scratch / tile.folder, Camera(*tile.ball).put_into)
    camera = ("--camera", Camera.NAME) if tile.ball else ()
    done = program.run(source, "-o", out, "--resolution", f"{side}x{side}", *camera, *tile.arguments)
    if done.returncode != 0:
        raise RuntimeError(f"{tile}: exit {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return out.read_bytes()


def tile_rows(data):
    width, _, *_ = read_channel(data, 0)
    channels = [read_channel(data, channel)[2] for channel in range(3)]
    pixels = bytes(value for pixel in zip(*channels) for value in pixel)
    return [pixels[at:at + 3 * width] for at in range(0, len(pixels), 3 * width)]


def sheet_rows(tiles, side, columns):
    """`tiles` are rows of RGB each, all of one size."""
    rows = []
    blank = [bytes(BACKGROUND) * side] * (side + LABEL)
    for first in range(0, len(tiles), columns):
        group = tiles[first:first + columns]
        rows += [b"".join(parts) for parts in zip(*group, *[blank] * (columns - len(group)))]
    return rows


def check_complete():
    shown = {tile.folder for sheet in SHEETS.values() for tile in sheet}
    sound = {file.parent.name for file in sound_files()}
    if missing := sound - shown - LEFT_OUT:
        sys.exit(f"on no sheet: {', '.join(sorted(missing))}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("out", type=Path)
    parser.add_argument("--tiles", type=Path)
    parser.add_argument("sheets", nargs="*", default=list(SHEETS))
    given = parser.parse_intermixed_args()
    program, sources = Program(given.program), {file.parent.name: file for file in models(corpus_folder())}
    check_complete()
    for folder in filter(None, (given.out, given.tiles)):
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for sheet in given.sheets:
            tiles, (side, columns) = [], SIZES.get(sheet, SIZE)
            for number, tile in enumerate(SHEETS[sheet]):
                source = sources[tile.folder]
                data = picture(program, source, tile, side, scratch, scratch / "tile.png")
                tiles.append(tile_rows(data) + label_rows(tile, side))
                if given.tiles:
                    picture(program, source, tile, 1024, scratch, given.tiles / f"{sheet}_{number:02}.png")
            path = given.out / f"{sheet}.png"
            path.write_bytes(encode_rgb(side * columns, sheet_rows(tiles, side, columns)))
            print(f"{path}: {len(tiles)} tiles, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
