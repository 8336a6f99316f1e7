# SPDX-License-Identifier: MIT
"""The faults that a user may meet: how the program ends, what it says, and what it must not do.

usage: faults.py PROGRAM ASSETS SCRATCH_FOLDER FAULT

FAULT is the number of a fault; fault_table.py holds its variants, each a row. For each the program
must end as the row says, within ten seconds, never by a signal, in less than 300 MB (not under a
sanitizer, whose own memory would be measured), with messages of one line each that begin with the
place of the fault; leave nothing behind in its working folder; and, where a system call tracer
may be used, start nothing and open nothing outside the folder of its input but what belongs to the
system's libraries. Prints the fault and a line for each variant. Exit 77 (skipped) for a fault of
pictures where nothing can be drawn.
"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import fault_row
import fault_table
from program import SANITIZER, Checks, Program, require_graphics

SECONDS = 10.0
# Of the processor, to a refusal: a second, and as much again for a machine that has other things to do.
SECONDS_TO_REFUSAL = 2.0
MOST_BYTES = 300e6
# Pictures are drawn by a software rasteriser that brings a compiler along.
MOST_BYTES_DRAWING = 450e6

SANITIZED = "ASAN_OPTIONS" in os.environ

# What the dynamic linker, the C library and its locales read, and sanitizers of their own process.
PROCESS = "exe|maps|cmdline" + ("|environ" if SANITIZED else "")
SYSTEM = re.compile(r"/(usr/)?lib(32|64|x32)?/|/etc/ld\.so|/usr/share/locale|/usr/lib/locale|/sys/devices/system/|/sys/fs/cgroup/"
                    rf"|/proc/(self|\d+)/({PROCESS})$|/proc/sys/|/proc/(cpuinfo|meminfo|stat)$")


class Run:
    """One run of the program: how it ended, what it said, what it cost."""

    def __init__(self, command, row, work, prefix=()):
        environment = {**os.environ, **row.environment}
        if prefix:  # LeakSanitizer cannot look while somebody else does
            environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        environment = {key: value for key, value in environment.items() if value is not None}
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            begin = time.monotonic()
            # preexec_fn keeps Python from vfork, which would count Python's memory to the program.
            process = subprocess.Popen([*prefix, *command], stdin=row.stdin(), cwd=work, env=environment,
                                       stdout=row.stdout(out), stderr=err, preexec_fn=os.setpgrp)
            limit = SECONDS * (6 if prefix or SANITIZED else 1)
            killer = threading.Timer(limit, lambda: os.killpg(process.pid, signal.SIGKILL))
            killer.start()
            if row.interrupt_after is not None:
                time.sleep(row.interrupt_after)
                os.kill(process.pid, signal.SIGINT)
            _, status, usage = os.wait4(process.pid, 0)
            self.seconds = time.monotonic() - begin
            killer.cancel()
            process.returncode = self.exit = os.waitstatus_to_exitcode(status)
            self.late = self.seconds > limit
            self.bytes = usage.ru_maxrss * 1024
            self.processor = usage.ru_utime + usage.ru_stime
            out.seek(0), err.seek(0)
            self.out, self.said = out.read(), err.read().decode(errors="replace")


def can_trace():
    strace = shutil.which("strace")
    if strace is None:
        return False
    done = subprocess.run([strace, "-f", "-o", os.devnull, "true"], capture_output=True, check=False)
    return done.returncode == 0


def snapshot(folder):
    return sorted((str(path.relative_to(folder)), path.lstat().st_size) for path in folder.rglob("*"))


class Table:
    def __init__(self, program, assets, scratch):
        self.checks = Checks()
        self.program, self.assets, self.scratch = program, assets, scratch
        self.traced = can_trace()

    def run(self, number, row):
        folder = self.scratch / f"{number:03}" / "input"
        work = folder.parent / "work"
        folder.mkdir(parents=True), work.mkdir()
        (folder.parent / "secret.bin").write_bytes(b"\0" * 4096)
        made = row.make(folder)
        command = [self.program.path, *(str(made) if a is fault_row.FILE else str(a) for a in row.arguments)]
        row.prepare(folder, work)
        before = snapshot(folder), snapshot(work)
        run = Run(command, row, work)
        self.judge(row, run)
        if self.traced and row.traced:
            self.trace(row, command, folder, work)
        self.that(row, (snapshot(folder), snapshot(work)) == before,
                  f"left behind: {snapshot(folder)} {snapshot(work)}, before: {before}")
        print(f"  {row.name}: exit {run.exit}, {run.seconds:.2f} s ({run.processor:.2f} s of the processor), {run.bytes / 1e6:.0f} MB: "
              f"{(run.said.splitlines() or ['(nothing said)'])[0][:160]}", flush=True)
        shutil.rmtree(folder.parent)

    def that(self, row, holds, what):
        self.checks.that(holds, f"fault {row.fault}, {row.name}: {what}")

    def judge(self, row, run):
        lines = run.said.splitlines()
        self.that(row, run.exit == row.exit, f"exit {run.exit}, expected {row.exit}: {run.said[:2000]}")
        self.that(row, run.exit >= 0 and run.exit != SANITIZER, "ended by a signal or a sanitizer")
        self.that(row, not run.late, f"still running after {run.seconds:.1f} s")
        if not SANITIZED:
            most = MOST_BYTES_DRAWING if row.graphics else MOST_BYTES
            self.that(row, run.bytes < most, f"{run.bytes / 1e6:.0f} MB at most")
            if row.exit == 3:
                self.that(row, run.processor < SECONDS_TO_REFUSAL, f"{run.processor:.2f} s of the processor to the refusal")
        kind = "warning" if row.exit == 0 else "error"
        start = f"morphview: {kind}: " + row.pointer + (": " if row.pointer and not row.is_prefix() else "")
        if row.exit != 0:
            self.that(row, len(lines) == row.lines, f"said in {len(lines)} lines: {run.said[:2000]}")
        self.that(row, all(line.startswith("morphview: ") for line in lines), f"raw lines: {run.said[:2000]}")
        self.that(row, all(c.isprintable() for line in lines for c in line), f"raw characters: {run.said[:2000]!r}")
        if row.says is None:
            self.that(row, not lines, f"says something: {run.said[:2000]}")
        elif row.exit != 130:
            found = [line for line in lines if line.startswith(start) and re.search(row.says, line[len(start):])]
            self.that(row, found, f"lacks '{start}… {row.says}': {run.said[:2000]}")
        if row.arguments == fault_row.INFO:
            self.judge_report(row, run)

    def judge_report(self, row, run):
        try:
            report = json.loads(run.out)
        except ValueError as error:
            return self.that(row, False, f"no JSON on standard output: {error}: {run.out[:200]}")
        pointers = [issue["pointer"] for issue in report["issues"]]
        if row.says is not None:
            found = any(p.startswith(row.pointer) if row.is_prefix() else p == row.pointer for p in pointers)
            self.that(row, found, f"issues at {pointers[:20]}, expected one at '{row.pointer}'")
        if row.exit == 3:
            self.that(row, len(pointers) == 1 and report["issues"][0]["severity"] == "error", f"issues {report['issues'][:5]}")

    def trace(self, row, command, folder, work):
        strace = shutil.which("strace")
        log = folder.parent / "trace"
        options = [strace, "-f", "--seccomp-bpf", "-qq", "-y", "-s", "4096", "-e", "trace=open,openat,openat2,creat,execve,execveat",
                   "-e", "signal=none", "-o", str(log)]
        run = Run(command, row, work, prefix=options)
        self.that(row, run.exit == row.exit, f"traced: exit {run.exit}")
        started, opened = read_trace(log.read_text(errors="replace"))
        log.unlink()
        self.that(row, len(started) == 1, f"starts programs: {started}")
        inside = [str(folder.resolve()), str(work.resolve()), *row.may_open]
        outside = [path for path in opened if not SYSTEM.match(path) and
                   not any(path == top or path.startswith(top + "/") for top in inside)]
        self.that(row, not outside, f"opens {outside}")


def read_trace(text):
    """What was started, and the paths that were opened, as the kernel names them."""
    started, opened = [], []
    for line in text.splitlines():
        if re.search(r"\bexecve(at)?\(", line):
            started.append(line)
            continue
        done = re.search(r"= \d+<(.*)>$", line)
        if done and not done.group(1).startswith(("/dev/null", "pipe:", "socket:")):
            opened.append(done.group(1))
    return started, opened


def main():
    program, assets, scratch = Program(str(Path(sys.argv[1]).resolve())), Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    fault = int(sys.argv[4])
    rows = [row for row in fault_table.rows(assets) if row.fault == fault]
    print(f"fault {fault}: {fault_table.FAULTS[fault]}")
    if any(row.graphics for row in rows):
        require_graphics(program, assets / "AnimatedMorphCube/AnimatedMorphCube.gltf")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    table = Table(program, assets, scratch)
    if not table.traced:
        print("  (system calls cannot be traced here: what is opened is not looked at)")
    for number, row in enumerate(rows):
        table.run(number, row)
    shutil.rmtree(scratch)
    table.checks.end()


if __name__ == "__main__":
    main()
