# SPDX-License-Identifier: MIT
"""Reads the #include lines below src/ and holds them against the tables on this page.

  layering.py ROOT             checks ROOT/src; prints one line a violation; exit status 1 if any
  layering.py --bad FOLDER     each sub-folder of FOLDER is a small tree of which every file must break
                               the rule that it is named after, and no other; each rule must have one
  layering.py --good FOLDER    each sub-folder of FOLDER must break none

Linking and header verification hold the same lines; this one also sees what a header drags in.
"""

import pathlib
import re
import sys

# ---- Layers: who sees whom, and which foreign code -----------------------------------------------
# `foreign` is what a file of the layer may include; what of it a public header may, stands below.

LAYERS = {
    "morph/runtime": {"sees": set(), "foreign": {"glm", "highway", "posix"}},
    "morph/gltf": {
        "sees": {"morph/runtime"},
        "foreign": {"glm", "tinygltf", "json", "libpng", "turbojpeg", "posix", "meshoptimizer", "draco",
                    "webp"},
    },
    "morph/gl": {"sees": {"morph/runtime"}, "foreign": {"glm", "glad"}},
    "studio": {"sees": set(), "foreign": set()},  # runs while building
    "morphview": {
        "sees": {"morph/runtime", "morph/gltf", "morph/gl"},
        "foreign": {"glm", "json", "libpng", "posix", "glfw", "imgui", "egl", "cli11", "fmt"},
    },
}

# The one foreign type in public headers, those of a library outside its detail/.
PUBLIC_FOREIGN = {"glm"}

# Foreign code that only these files (or folders, with a final slash) of its layer include.
ONLY_IN = {
    "tinygltf": "morph/gltf/detail/",
    "meshoptimizer": "morph/gltf/detail/meshopt_decode.cpp",
    "draco": "morph/gltf/detail/draco_decode.cpp",
    "webp": "morph/gltf/detail/webp_decode.cpp",
    "glad": "morph/gl/detail/gl_api.h",
}

# How foreign code is told by its include path. What is in no row is unknown, and a violation: a new
# dependency begins with a row here.
FOREIGN = {
    "glm": r"glm/",
    "highway": r"hwy/",
    "tinygltf": r"tiny_gltf\.h$",
    "json": r"nlohmann/",
    "libpng": r"png\.h$",
    "turbojpeg": r"turbojpeg\.h$",
    "meshoptimizer": r"meshoptimizer\.h$",
    "draco": r"draco/",
    "webp": r"webp/",
    "glad": r"glad/|KHR/",
    "glfw": r"GLFW/",
    "imgui": r"(imgui|backends/imgui_)",
    "egl": r"EGL/",
    "cli11": r"CLI/",
    "fmt": r"fmt/",
    "posix": r"(sys|linux)/|(dlfcn|fcntl|poll|signal|stdio|stdlib|unistd)\.h$",
}

# The runtime does no input or output, and starts no thread behind its caller's back: `workers` alone
# does, which the caller makes.
RUNTIME_NOT_STD = {
    "cstdio", "filesystem", "fstream", "iostream", "istream", "ostream", "print", "spanstream",
    "syncstream", "thread", "future",
}
RUNTIME_THREADS = "morph/runtime/workers."

# Made while building, or for both languages: included by their plain names.
PLAIN_NAMES = {"morph/gl": {"morph_shaders.h", "interface.glsl", "studio_light.h"}}

# ---- Modules of the runtime ----------------------------------------------------------------------
# A module is a header with its source. It includes modules of rows above its own, never of its own.

RUNTIME_ROWS = [
    {"index", "result", "image", "workers"},
    {"material", "morph_target_data", "track", "skin", "camera", "expression"},
    {"mesh", "animation"},
    {"scene"},
    {"pose"},
    {"sample", "mixer", "expression_mixer", "bounds"},
    {"playback", "interval_bounds"},
]

# Beside the rows: verbs over a piece of data. Verbs of the rows may include them.
RUNTIME_BESIDE = {
    "active_targets": {"morph_target_data"},
    "blend": {"morph_target_data", "active_targets", "workers"},
    "displacement": {"morph_target_data", "active_targets"},
    "surface_normals": {"index", "mesh"},
    "smooth_normals": {"mesh", "morph_target_data"},
    "skinning": {"mesh", "skin"},
}

RUNTIME_VERBS = {"sample", "mixer", "expression_mixer", "bounds", "playback", "interval_bounds", *RUNTIME_BESIDE}

# ---- The rules -----------------------------------------------------------------------------------
# Each returns a message, or None. `by` includes `what`, both as parsed below.


def unknown_include(by, what):
    if what.kind == "unknown":
        return f"{what.text} is in no row of FOREIGN, and not in src/ (paths begin at src/)"


def layer_order(by, what):
    if what.kind == "ours" and what.layer not in {by.layer, *LAYERS[by.layer]["sees"]}:
        return f"{by.layer} does not see {what.layer}"


def foreign_code(by, what):
    if what.kind == "foreign" and what.name not in LAYERS[by.layer]["foreign"]:
        return f"{by.layer} does not use {what.name}"


def foreign_place(by, what):
    if what.kind != "foreign" or what.name not in LAYERS[by.layer]["foreign"]:
        return None
    place = ONLY_IN.get(what.name)
    if place and not (by.path.startswith(place) if place.endswith("/") else by.path == place):
        return f"{what.name} is included in {place} only"


def foreign_in_public_header(by, what):
    # Code with a place of its own is judged by foreign_place.
    if by.public and what.kind == "foreign" and what.name in LAYERS[by.layer]["foreign"] - set(ONLY_IN):
        if what.name not in PUBLIC_FOREIGN:
            return f"a public header shows {what.name}"


def detail_in_public_header(by, what):
    if by.public and what.kind == "ours" and what.detail and what.layer == by.layer:
        return "a public header shows its library's detail/"


def foreign_detail(by, what):
    seen = LAYERS[by.layer]["sees"]
    if what.kind == "ours" and what.detail and what.layer in seen:
        return f"detail/ is {what.layer}'s own"


def runtime_io(by, what):
    if what.text == "thread" and by.path.startswith(RUNTIME_THREADS):
        return None
    if by.layer == "morph/runtime" and what.kind == "std" and what.text in RUNTIME_NOT_STD:
        return f"the runtime has no use for <{what.text}>"


def runtime_unknown_module(by, what):
    if by.layer == "morph/runtime" and by.module and row_of(by.module) is None:
        if by.module not in RUNTIME_BESIDE:
            return f"the module {by.module} is in no row of the table"


def runtime_rows(by, what):
    if not modules_of_the_runtime(by, what) or by.module in RUNTIME_BESIDE:
        return None
    if what.module in RUNTIME_BESIDE:
        return None  # runtime_verbs_in_data
    row, other = row_of(by.module), row_of(what.module)
    if row is not None and other is not None and other >= row:
        return f"{by.module} does not come after {what.module}"


def runtime_beside(by, what):
    if modules_of_the_runtime(by, what) and by.module in RUNTIME_BESIDE:
        if what.module not in RUNTIME_BESIDE[by.module]:
            return f"{by.module} knows only {', '.join(sorted(RUNTIME_BESIDE[by.module]))}"


def runtime_verbs_in_data(by, what):
    # In its source a noun may well call a verb: MorphTargetData's own convenience does.
    if modules_of_the_runtime(by, what) and by.public and by.module not in RUNTIME_VERBS:
        if what.module in RUNTIME_BESIDE:
            return f"the header of data ({by.module}) does not know verbs ({what.module})"


RULES = [
    unknown_include, layer_order, foreign_code, foreign_place, foreign_in_public_header,
    detail_in_public_header, foreign_detail, runtime_io, runtime_unknown_module, runtime_rows,
    runtime_beside, runtime_verbs_in_data,
]

# ---- Reading -------------------------------------------------------------------------------------

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUFFIXES = {".h", ".cpp", ".inl"}


def row_of(module):
    for number, row in enumerate(RUNTIME_ROWS):
        if module in row:
            return number
    return None


def modules_of_the_runtime(by, what):
    return (
        by.layer == "morph/runtime" and what.kind == "ours" and what.layer == by.layer
        and by.module and what.module and by.module != what.module
    )


class File:
    """A file of ours, by its path below src/."""

    def __init__(self, path):
        self.path = path
        self.layer = next((layer for layer in LAYERS if path.startswith(layer + "/")), None)
        rest = path[len(self.layer) + 1:] if self.layer else path
        self.detail = rest.startswith("detail/")
        self.module = None if "/" in rest else rest.rsplit(".", 1)[0]
        self.public = self.layer != "morphview" and not self.detail and path.endswith(".h")


class Include:
    """The other side of an include line: kind is ours, foreign, std, plain or unknown."""

    def __init__(self, by, bracket, text):
        self.text, self.kind, self.name = text, "unknown", None
        self.layer, self.detail, self.module = None, False, None
        file = File(text)
        if bracket == '"':
            if file.layer:
                self.kind = "ours"
                self.layer, self.detail, self.module = file.layer, file.detail, file.module
            elif text in PLAIN_NAMES.get(by.layer, ()):
                self.kind = "plain"
            return
        for name, pattern in FOREIGN.items():
            if re.match(pattern, text):
                self.kind, self.name = "foreign", name
                return
        if re.fullmatch(r"[a-z_0-9]+", text):
            self.kind = "std"


def check(root):
    """Every violation below root/src as (rule, path, line, message); and the number of files."""
    violations, count = [], 0
    source = pathlib.Path(root) / "src"
    for path in sorted(source.rglob("*")):
        if path.suffix not in SUFFIXES:
            continue
        count += 1
        by = File(path.relative_to(source).as_posix())
        if by.layer is None:
            violations.append(("unknown_include", by.path, 1, "the folder belongs to no layer"))
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if match:
                what = Include(by, *match.groups())
                for rule in RULES:
                    message = rule(by, what)
                    if message:
                        message = f"{message}: {line.strip()}"
                        violations.append((rule.__name__, by.path, number, message))
    return violations, count


def show(violations):
    for rule, path, line, message in violations:
        print(f"src/{path}:{line}: {message} [{rule}]")


def check_tree(root):
    violations, count = check(root)
    show(violations)
    print(f"{count} files, {len(violations)} violations")
    return count > 0 and not violations


def check_bad(folder):
    names = {path.name for path in pathlib.Path(folder).iterdir() if path.is_dir()}
    good = True
    for rule in RULES:
        if rule.__name__ not in names:
            print(f"no fixture breaks the rule {rule.__name__}")
            good = False
    for name in sorted(names):
        violations, count = check(pathlib.Path(folder) / name)
        rules = {violation[0] for violation in violations}
        paths = {violation[1] for violation in violations}
        if rules == {name} and len(paths) == count:
            print(f"{name}: {count} files rejected, as they must be")
        else:
            print(f"{name}: each of {count} files should break this rule and no other, but:")
            show(violations)
            good = False
    return good


def check_good(folder):
    trees = sorted(path for path in pathlib.Path(folder).iterdir() if path.is_dir())
    return all([check_tree(tree) for tree in trees]) and bool(trees)


def main(arguments):
    if len(arguments) == 1:
        return check_tree(arguments[0])
    if len(arguments) == 2 and arguments[0] in ("--bad", "--good"):
        return {"--bad": check_bad, "--good": check_good}[arguments[0]](arguments[1])
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
