# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced before tests run: the same pictures on every machine. Mesa's software rasteriser draws
# them, whatever the graphics card; vector width and version overrides stay unset, since a width of
# 512 crashes it.

export LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe MESA_SHADER_CACHE_DISABLE=true
export TZ=UTC LC_ALL=C.UTF-8
mesa=/usr/share/glvnd/egl_vendor.d/50_mesa.json
if [[ -f $mesa ]]; then
  export __EGL_VENDOR_LIBRARY_FILENAMES=$mesa
fi

# Where a failed picture test leaves actual, expected, difference and a page that shows them.
export MORPH_ARTEFACTS="${MORPH_ARTEFACTS:-$PWD/build/artefacts}"
