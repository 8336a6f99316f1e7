# SPDX-License-Identifier: MIT
"""Runs one fuzz target for a while and judges the run.

  run.py PROGRAM --seconds S --corpus FOLDER [--seeds FOLDER]

FOLDER is the corpus that grows from run to run; afterwards only what adds coverage is left in it. Exit
status 1 if there is a finding, if too few executions get past the parser (where the target counts
them), or if coverage still grew in the last fifth of the run. What was found lies beside the corpus.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

PAST_THE_PARSER = 20.0  # percent of the executions, at least
GROWTH = 1.0  # percent of the edges that the last fifth may add

# One execution: 10 s and 256 MiB for one allocation would already be findings. The entropic schedule costs more than
# an import where an input has thousands of features.
LIMITS = ["-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=256", "-max_len=49152", "-entropic=0"]


def environment():
    names = dict(os.environ)
    names["LLVM_PROFILE_FILE"] = "/dev/null"
    names.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    names.setdefault("ASAN_OPTIONS", "malloc_context_size=8:quarantine_size_mb=32:strict_string_checks=1")
    return names


def fuzz(program, seconds, corpus, seeds, findings, seed):
    """Returns the exit status, the lines, and [(second, edges)]."""
    command = [str(program), f"-max_total_time={seconds}", f"-artifact_prefix={findings}/", f"-seed={seed}",
               "-print_final_stats=1", *LIMITS, str(corpus), *map(str, seeds)]
    print("$", *command, flush=True)
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               errors="replace", env=environment())
    lines, edges = [], []
    for line in process.stderr:
        lines.append(line.rstrip())
        if match := re.search(r"\bcov: (\d+)", line):
            edges.append((time.monotonic() - started, int(match[1])))
    return process.wait(), lines, edges


def minimise(program, corpus):
    """Keeps of the corpus what its coverage needs."""
    smaller = corpus.with_name(corpus.name + ".smaller")
    shutil.rmtree(smaller, ignore_errors=True)
    smaller.mkdir()
    command = [str(program), "-merge=1", *LIMITS, str(smaller), str(corpus)]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          errors="replace", env=environment())
    if done.returncode != 0:
        print(done.stderr[-2000:])
        raise SystemExit(f"{program.name}: the corpus could not be minimised")
    shutil.rmtree(corpus)
    smaller.rename(corpus)


def at(edges, second):
    reached = [count for when, count in edges if when <= second]
    return reached[-1] if reached else 0


def judge(name, status, lines, edges, seconds):
    problems = []
    executions = next((int(m[1]) for l in lines if (m := re.match(r"stat::number_of_executed_units: (\d+)", l))), 0)
    figures = next((l for l in lines if l.startswith("figures: ")), "figures: none")
    early, late = at(edges, 0.8 * seconds), edges[-1][1] if edges else 0
    growth = 100.0 * (late - early) / late if late else 100.0
    print(f"{name}: {executions} executions in {seconds} s ({executions / seconds:.0f} a second)")
    print(f"{name}: {figures}")
    print(f"{name}: {early} edges after 80 % of the time, {late} at its end (+{growth:.2f} %)")
    if status != 0:
        problems.append("a finding")
        print("\n".join(lines[-60:]))
    if match := re.search(r"past the parser \d+ \(([\d.]+) %\)", figures):
        if float(match[1]) < PAST_THE_PARSER:
            problems.append(f"only {match[1]} % get past the parser, expected {PAST_THE_PARSER} %")
    if growth > GROWTH:
        problems.append(f"coverage grew by {growth:.2f} % in the last fifth, expected at most {GROWTH} %")
    for problem in problems:
        print(f"{name}: FAILED: {problem}")
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=0, help="of libFuzzer's random numbers; 0: any")
    arguments = parser.parse_args()
    findings = arguments.corpus.with_name(arguments.corpus.name + ".findings")
    for folder in (arguments.corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    seeds = [arguments.seeds] if arguments.seeds else []
    status, lines, edges = fuzz(arguments.program, arguments.seconds, arguments.corpus, seeds, findings,
                                arguments.seed)
    judged = judge(arguments.program.name, status, lines, edges, arguments.seconds)
    # Seeds become part of the corpus, so that it stands alone.
    for folder in seeds:
        for file in folder.iterdir():
            shutil.copy(file, arguments.corpus / ("seed_" + file.name))
    if status == 0:
        minimise(arguments.program, arguments.corpus)
    print(f"{arguments.program.name}: {len(list(arguments.corpus.iterdir()))} inputs kept in {arguments.corpus}")
    return judged


if __name__ == "__main__":
    sys.exit(main())
