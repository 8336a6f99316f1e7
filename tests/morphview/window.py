# SPDX-License-Identifier: MIT
"""The real window: opens, plays, obeys a slider, takes a picture, sleeps when idle, closes.

usage: window.py PROGRAM FAULTY_PROGRAM ASSETS SCRATCH_FOLDER

Starts an X server of its own (Xvfb), else uses the display it finds, and drives the window with xdotool. Exit 77 (skipped)
where one of them is missing.
"""

import ctypes
import ctypes.util
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

from program import Checks, skip

FRAME = 0.1  # longer than a frame: xdotool's events must not meet in one


class Window:
    """The program, running, and what it says with -vv."""

    def __init__(self, program, file, scratch, *arguments):
        self.lines = []
        self.process = subprocess.Popen([program, str(file), "-vv", *arguments], cwd=scratch, text=True,
                                        stdin=subprocess.PIPE, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        self.reader = threading.Thread(target=self.listen, daemon=True)
        self.reader.start()
        self.id = self.find()

    def listen(self):
        for line in self.process.stderr:
            self.lines.append(line.strip())

    def find(self):
        """The window's number in X. (xdotool's own --sync waits for ever when there is none.)"""
        until = time.monotonic() + 30
        while time.monotonic() < until and self.process.poll() is None:
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid), "--name",
                                    "morphview"], capture_output=True, text=True, check=False).stdout.split()
            # A window can be focused only once it is on the screen.
            if found and subprocess.run(["xdotool", "windowfocus", found[-1]], capture_output=True,
                                        check=False).returncode == 0:
                time.sleep(FRAME)
                return found[-1]
            time.sleep(FRAME)
        raise RuntimeError(f"no window: {self.lines}")

    def do(self, *arguments):
        subprocess.run(["xdotool", *map(str, arguments)], check=True, timeout=20)
        time.sleep(FRAME)

    def said(self, pattern, seconds=10):
        """The first line that matches, waited for."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for line in self.lines:
                match = re.search(pattern, line)
                if match:
                    return match
            time.sleep(0.02)
        return None

    def key(self, name):
        self.do("key", "--window", "0", name)

    def drag(self, start, end):
        self.do("mousemove", "--window", self.id, *start)
        self.do("mousedown", 1)
        middle = [(a + b) // 2 for a, b in zip(start, end)]
        self.do("mousemove", "--window", self.id, *middle)
        self.do("mousemove", "--window", self.id, *end)
        self.do("mouseup", 1)

    def cpu_seconds(self):
        """By the clock of the process (clock_getcpuclockid's number), which needs no /proc."""
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def close(self):
        """Asks the window to close, as a window manager does; gives back the exit code."""
        send_delete_window(int(self.id))
        try:
            code = self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = None
        self.reader.join(timeout=5)
        return code


def send_delete_window(window):
    """Sends WM_DELETE_WINDOW. (xdotool's windowclose destroys the window instead.)"""
    x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    x11.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    x11.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]

    class ClientMessage(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                    ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                    ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("pad", ctypes.c_long * 24)]

    display = x11.XOpenDisplay(None)
    event = ClientMessage(type=33, display=display, window=window, format=32)
    event.message_type = x11.XInternAtom(display, b"WM_PROTOCOLS", 0)
    event.data[0] = x11.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
    x11.XSendEvent(display, window, 0, 0, ctypes.byref(event))
    x11.XCloseDisplay(display)


def screenshot(window, scratch, number):
    window.key("F12")
    path = scratch / f"morphview-AnimatedMorphCube-{number}.png"
    window.said(re.escape(path.name))
    return path.read_bytes() if path.exists() else b""


def plays_and_obeys(checks, program, cube, scratch):
    """Opens playing; a dragged slider sets the weight and the picture; F12 never overwrites; closing ends with 0."""
    window = Window(program, cube, scratch)
    slider = window.said(r"slider \S+/thin at (\d+),(\d+) size (\d+)x(\d+)")
    checks.that(slider, f"the slider's place was not said: {window.lines}")
    first, second = (screenshot(window, scratch, n) for n in (1, 2))
    checks.that(first.startswith(b"\x89PNG") and first != second, "it does not play")

    x, y, width, height = map(int, slider.groups())
    row = y + height // 2
    window.drag((x + width // 5, row), (x + 4 * width // 5, row))
    edit = window.said(r"weight \S+/thin = ([-\d.]+)")
    checks.that(edit and 0.7 < float(edit.group(1)) < 0.9, f"dragging thin to 0.8: {window.lines[-3:]}")

    window.key("space")  # now both stand: the weight by hand, the clock by the key
    third, fourth = (screenshot(window, scratch, n) for n in (3, 4))
    checks.that(third == fourth and third, "it is paused, yet the picture changes")
    window.drag((x + 4 * width // 5, row), (x + width // 10, row))
    fifth = screenshot(window, scratch, 5)
    checks.that(fifth and fifth != fourth, "the weight changed, yet the picture does not")
    window.key("shift+r")
    sixth = screenshot(window, scratch, 6)
    checks.that(sixth and sixth != fifth, "released, yet the picture does not change")
    checks.that(window.close() == 0, "closing the window does not end with 0")
    window_errors = [line for line in window.lines if "error" in line or "warning" in line]
    checks.that(not window_errors, f"it complained: {window_errors}")


def camera_and_quit(checks, program, cube, scratch):
    """The mouse turns the camera, F frames again, Ctrl+Q quits."""
    for old in scratch.glob("*.png"):
        old.unlink()
    window = Window(program, cube, scratch, "--paused", "-t", "1", "--resolution", "800x600")
    window.said(r"slider ")
    before = screenshot(window, scratch, 1)
    window.drag((150, 200), (250, 220))
    turned = screenshot(window, scratch, 2)
    checks.that(turned and turned != before, "dragging does not turn the camera")
    window.do("click", 4)
    zoomed = screenshot(window, scratch, 3)
    checks.that(zoomed and zoomed != turned, "the wheel does not zoom")
    window.key("f")
    framed = screenshot(window, scratch, 4)
    checks.that(framed and framed not in (before, zoomed), "F does not frame from where the camera looks")
    window.drag((150, 200), (150, 240))
    window.do("click", 5)
    window.drag((150, 240), (150, 200))
    window.key("f")
    checks.that(screenshot(window, scratch, 5) == framed, "F does not frame the same way twice")
    window.do("windowsize", window.id, 500, 400)
    resized = screenshot(window, scratch, 6)
    checks.that(resized and resized != framed, "the picture did not follow the window's size")
    window.key("ctrl+q")
    try:
        code = window.process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        window.process.kill()
        code = None
    checks.that(code == 0, f"Ctrl+Q ends with {code}")


def looks(checks, program, cube, scratch):
    """The keys of the view switch it there and back; a heatmap is of the target whose name was clicked."""
    for old in scratch.glob("*.png"):
        old.unlink()
    window = Window(program, cube, scratch, "--paused", "-t", "1", "--resolution", "800x600")
    slider = window.said(r"slider \S+/thin at (\d+),(\d+) size (\d+)x(\d+)")
    plain = screenshot(window, scratch, 1)
    seen = [plain]
    for number, key in enumerate("engxd"):
        window.key(key)
        seen.append(screenshot(window, scratch, 2 * number + 2))
        window.key(key)
        checks.that(screenshot(window, scratch, 2 * number + 3) == plain, f"{key} twice is not as before")
    checks.that(plain and len(set(seen)) == 6, "keys of the view show the same")
    x, y, _, height = map(int, slider.groups())
    window.do("mousemove", "--window", window.id, x - 40, y + height // 2)
    window.do("click", 1)
    window.key("d")
    checks.that(screenshot(window, scratch, 12) not in seen, "a clicked target has no heatmap of its own")
    checks.that(window.close() == 0, "closing it")


def sleeps(checks, program, cube, scratch):
    """A paused window that nobody touches draws nothing and uses at most 0.5 % of a core over 10 s."""
    window = Window(program, cube, scratch, "--paused")
    window.said(r"slider ")
    time.sleep(2)
    before = window.cpu_seconds()
    time.sleep(10)
    used = window.cpu_seconds() - before
    checks.that(used <= 0.05, f"an idle window used {used} s of 10")
    checks.that(window.close() == 0, "closing the idle window")
    frames = window.said(r"(\d+) frames drawn")
    checks.that(frames and int(frames.group(1)) <= 40, f"frames of an idle window: {frames and frames.group(1)}")
    print(f"idle: {used:.2f} s of 10 s, {frames and frames.group(1)} frames in all")


def minimises(checks, program, cube, scratch):
    """Minimised and shown again, and made tiny: no complaint, and it plays on."""
    window = Window(program, cube, scratch)
    window.said(r"slider ")
    window.do("windowsize", window.id, 1, 1)
    window.do("windowunmap", window.id)
    time.sleep(3 * FRAME)
    window.do("windowmap", window.id)
    window.do("windowsize", window.id, 600, 400)
    checks.that(screenshot(window, scratch, "1").startswith(b"\x89PNG"), "no picture after it was minimised")
    checks.that(window.close() == 0, "closing it afterwards")
    checks.that(not [line for line in window.lines if "error" in line], f"minimising: {window.lines}")


def survives_faults(checks, faulty, cube, scratch):
    """A reset opens a new window with the weights as they were; one reset after the other ends; a rejected shader is
    told and drawn around."""
    try:
        os.environ.update(MORPH_TEST_FAULT="reset", MORPH_TEST_RESET_AFTER="40")
        window = Window(faulty, cube, scratch, "-w", "thin=0.25")
        checks.that(window.said("the graphics card was reset; everything was loaded anew"), f"reset: {window.lines}")
        window.id = window.find()
        checks.that(screenshot(window, scratch, "1").startswith(b"\x89PNG"), "no picture after a reset")
        checks.that(window.close() == 0, f"closing after a reset: {window.lines[-3:]}")
        os.environ.update(MORPH_TEST_FAULT="reset-forever", MORPH_TEST_RESET_AFTER="5")
        window = subprocess.run([faulty, str(cube)], cwd=scratch, capture_output=True, text=True, timeout=60, check=False)
        checks.that(window.returncode == 6 and "again and again" in window.stderr, f"resets: {window.stderr}")
        os.environ["MORPH_TEST_FAULT"] = "shader"
        window = Window(faulty, cube, scratch)
        checks.that(window.said("warning: fragment shader: "), f"rejected shader: {window.lines}")
        checks.that(window.close() == 0, "closing after a rejected shader")
    finally:
        os.environ.pop("MORPH_TEST_FAULT", None)
        os.environ.pop("MORPH_TEST_RESET_AFTER", None)


def loads_and_fails(checks, program, scratch):
    """A file that cannot be used ends with 3, and --timeout with 7, in the window as without one."""
    broken = scratch / "broken.glb"
    broken.write_bytes(b"glTF")
    done = subprocess.run([program, str(broken)], capture_output=True, text=True, timeout=60, check=False)
    checks.that(done.returncode == 3 and done.stderr.count("error") == 1, f"broken file: {done.returncode} {done.stderr}")
    waits = subprocess.Popen([program, "-", "--timeout", "1"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    checks.that(waits.wait(timeout=60) == 7, "--timeout while it waits for standard input")
    checks.that("not done after 1 s (--timeout)" in waits.stderr.read(), "--timeout is not told")
    window = Window(program, "-", scratch)
    time.sleep(10 * FRAME)  # the progress of the loading is on the screen
    window.key("Escape")
    try:
        code = window.process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        window.process.kill()
        code = None
    checks.that(code == 0, f"Esc while loading ends with {code}")


def start_server():
    """Starts Xvfb and makes it the display. Its number comes from ours, because looking for a free one (as xvfb-run and
    -displayfd do) is a race between tests that start in the same moment; one that is taken makes the server end.
    Without -noreset it would start over whenever xdotool, its only client so far, leaves, and drop who connects then."""
    if not shutil.which("Xvfb"):
        return None
    for attempt in range(10):
        number = 100 + (10 * os.getpid() + attempt) % 50000
        reader, writer = os.pipe()
        server = subprocess.Popen(["Xvfb", f":{number}", "-displayfd", str(writer), "-screen", "0", "1280x1024x24",
                                   "-nolisten", "tcp", "-noreset"], pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as ready:
            if ready.readline().strip():
                os.environ["DISPLAY"] = f":{number}"
                os.environ.pop("XAUTHORITY", None)
                return server
        server.wait()
    raise RuntimeError("Xvfb does not start")


def main():
    program, faulty, assets, scratch = sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]).resolve()
    if not shutil.which("xdotool"):
        skip("xdotool is not installed")
    server = start_server()
    if not os.environ.get("DISPLAY"):
        skip("no display, and Xvfb is not installed")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    cube = assets.resolve() / "AnimatedMorphCube/AnimatedMorphCube.gltf"
    checks = Checks()
    try:
        for part in (plays_and_obeys, camera_and_quit, looks, sleeps):
            part(checks, program, cube, scratch)
        for number, (part, which) in enumerate(((minimises, program), (survives_faults, faulty))):
            folder = scratch / str(number)
            folder.mkdir()
            part(checks, which, cube, folder)
        loads_and_fails(checks, program, scratch)
    finally:
        if server:
            server.terminate()
            server.wait()
    checks.end()


if __name__ == "__main__":
    main()
