# SPDX-License-Identifier: MIT
"""Computes the assets: `arithmetic` and `shapes` below, `gltf_builder` beside them, one module an asset on top."""
