"""`alcove bench`: how fast rules, kernels and engines are, measured side by side."""

import json
import os
import platform
from typing import Annotated, Any

import typer

import alcove
from alcove.core.text import Text

from .. import words
from ..progress import compile_once, progress_bar
from ..terminal import Terminal

HELP = Text(
    "Measure the speed of the rules, of the compiled kernels and of C; or of the engines.",
    "Mesurer la vitesse des règles, des noyaux compilés et du C ; ou celle des moteurs.",
)


def command(
    context: typer.Context,
    bench_games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...")] = None,
    engines: Annotated[bool, typer.Option("--engines", metavar="")] = False,
    quick: Annotated[bool, typer.Option("--quick", metavar="")] = False,
    as_json: Annotated[bool, typer.Option("--json", metavar="")] = False,
) -> None:
    terminal = Terminal.of(context)
    names = [alcove.game(name).name for name in bench_games or alcove.games()]
    compile_once(terminal, names)
    from alcove.bench import engines as engine_bench, kernels as kernel_bench
    from alcove.games.rooms import rooms

    if not engines and bench_games:
        for name in names:
            _ = rooms(name).kernel  # whoever asks for a game by name hears what it lacks
    names = [name for name in names if engines or rooms(name).has("kernel")]
    measure = engine_bench.measure if engines else kernel_bench.measure
    found: dict[str, Any] = {}
    with progress_bar(terminal.tell(words.MEASURING)) as tell:
        for number, name in enumerate(names):
            tell(number, len(names), name)
            found[name] = measure(name, quick)
    if as_json:
        print(json.dumps({"machine": machine(), "games": found}))
        return
    terminal.say(", ".join(f"{value}" for value in machine().values()), "faint")
    for name, told in found.items():
        terminal.say(alcove.game(name).title, "title")
        for row in (_engine_rows if engines else _kernel_rows)(told):
            terminal.say(row)


def machine() -> dict[str, Any]:
    """What the numbers were measured on."""
    import numba

    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), model)
    except OSError:
        pass
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": f"Python {platform.python_version()}",
        "numba": f"numba {numba.__version__}",
    }


def _kernel_rows(told: dict[str, Any]) -> list[str]:
    rows = []
    for work in ("playouts", "perft"):
        part = told[work]
        for who in ("rules", "kernel", "c"):
            if who in part:
                speed = part[who]
                moves = f"  {speed['moves_per_second']:>14,.0f} moves/s" if speed["moves_per_second"] else ""
                rows.append(f"  {work:8} {who:6} {speed['per_second']:>14,.0f} /s{moves}")
        to_c = f", kernel / c {part['kernel_to_c']:.2f}" if "kernel_to_c" in part else ""
        rows.append(f"  {work:8} kernel / rules {part['kernel_to_rules']:.0f}{to_c}")
    return rows


def _engine_rows(told: dict[str, Any]) -> list[str]:
    rows = [
        f"  {label.replace('_', ' '):20} {part['nodes_per_second']:>12,.0f} nodes/s  ({part['threads']} × "
        f"{part['nodes_per_cpu_second']:,.0f} a second of CPU)"
        for label, part in told.items()
        if "nodes_per_second" in part
    ]
    rows += [
        f"  {label:20} {told[label]['simulations_per_second']:>12,.0f} simulations/s"
        for label in ("uct", "tower")
        if label in told
    ]
    for label, fresh in told.items():
        if "first_move_seconds" in fresh:
            rows.append(
                f"  {label.replace('_', ' '):26} {fresh['first_move_seconds']:.2f} s to its first move "
                f"({fresh['cpu_seconds']:.2f} s of CPU), {fresh['megabytes']:.0f} MB"
            )
    return rows
