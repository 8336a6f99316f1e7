# SPDX-License-Identifier: MIT
"""Bytes of files that nobody should trust: GLB containers, images that claim too much, long texts.

Texts of many megabytes are written piece by piece, so that the process that starts the program
stays small: the system counts the memory of the one that forks to the one that is started.
"""

import base64
import json
import struct
import zlib

GLB_JSON, GLB_BIN = 0x4E4F534A, 0x004E4942


def chunk(kind, data, claims=None):
    return struct.pack("<II", len(data) if claims is None else claims, kind) + data


def glb(*chunks, claims=None, version=2):
    body = b"".join(chunks)
    return struct.pack("<4sII", b"glTF", version, 12 + len(body) if claims is None else claims) + body


def as_glb(document, binary=b""):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    return glb(chunk(GLB_JSON, text), *([chunk(GLB_BIN, binary)] if binary else []))


def data_uri(content, kind="application/octet-stream"):
    return f"data:{kind};base64," + base64.b64encode(content).decode()


def triangle(**more):
    """A sound document: one triangle in a data: URI."""
    content = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                           "min": [0, 0, 0], "max": [1, 1, 0]}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "buffers": [{"byteLength": 36, "uri": data_uri(content)}], **more}


def textured(image, **more):
    """The triangle with a material that shows an image."""
    document = triangle(images=[image], textures=[{"source": 0}],
                        materials=[{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}], **more)
    document["meshes"][0]["primitives"][0].update(
        material=0, attributes={"POSITION": 0, "TEXCOORD_0": 1})
    document["accessors"].append({"componentType": 5126, "count": 3, "type": "VEC2"})
    return document


def repeated(path, before, piece, count, after, between=b","):
    """before + piece, piece, … + after, of which `piece` may be a function of the number."""
    at_once = 4096
    with open(path, "wb") as file:
        file.write(before)
        for begin in range(0, count, at_once):
            numbers = range(begin, min(begin + at_once, count))
            pieces = [piece(i) for i in numbers] if callable(piece) else [piece] * len(numbers)
            file.write((between if begin else b"") + between.join(pieces))
        file.write(after)
    return path


def nested(path, before, opening, depth, innermost, closing, after):
    return repeated(path, before, opening, depth, innermost + closing * depth + after, between=b"")


# ---- images ----


def png_chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width, height, depth=8, color=6, rows=None, interlace=0):
    """A PNG of zeros, however large: each row is deflated from one small piece. `rows`: only so many of them."""
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    row = b"\0" * (1 + (width * bits + 7) // 8)
    deflate = zlib.compressobj(9)
    packed = b"".join(deflate.compress(row) for _ in range(height if rows is None else rows)) + deflate.flush()
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    palette = png_chunk(b"PLTE", b"\0\0\0") if color == 3 else b""
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + palette + png_chunk(b"IDAT", packed) + png_chunk(b"IEND", b"")


def jpeg(width, height, progressive=True, scans=1):
    """A JPEG whose header claims a size, with next to no picture behind it."""
    frame = struct.pack(">BHHB", 8, height, width, 3) + b"\1\x11\0\2\x11\0\3\x11\0"
    quantization = b"\0" + b"\1" * 64
    huffman = b"\0" + b"\1" + b"\0" * 15 + b"\0"  # one code, for a difference of 0
    scan = (b"\3\1\0\2\0\3\0" if progressive else b"\3\1\0\2\0\3\0") + (b"\0\0\0" if progressive else b"\0\x3f\0")

    def segment(marker, content):
        return b"\xff" + bytes([marker]) + struct.pack(">H", len(content) + 2) + content

    out = b"\xff\xd8" + segment(0xDB, quantization) + segment(0xC2 if progressive else 0xC0, frame)
    out += segment(0xC4, huffman) + segment(0xC4, b"\x10" + huffman[1:])
    return out + (segment(0xDA, scan) + b"\0" * 16) * scans + b"\xff\xd9"


def webp(width, height, lossless=True):
    """A WebP whose header claims a size, with no picture behind it."""
    if lossless:
        bits = (width - 1) | (height - 1) << 14
        kind, content = b"VP8L", b"\x2f" + struct.pack("<I", bits) + b"\0" * 11
    else:
        kind, content = b"VP8 ", b"\x10\x02\x00\x9d\x01\x2a" + struct.pack("<HH", width, height) + b"\0" * 6
    body = b"WEBP" + kind + struct.pack("<I", len(content)) + content
    return b"RIFF" + struct.pack("<I", len(body)) + body


KTX2 = b"\xabKTX 20\xbb\r\n\x1a\n" + struct.pack("<9I", 0, 1, 4096, 4096, 0, 0, 1, 1, 1) + b"\0" * 64
