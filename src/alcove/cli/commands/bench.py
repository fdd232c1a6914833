"""`alcove bench`: how fast rules, kernels and engines are, measured side by side."""

import json
import os
import platform
from typing import Annotated, Any

import typer

import alcove
from alcove.core.text import Text, numeral

from .. import words
from ..completion import game_names
from ..progress import compile_once, progress_bar
from ..terminal import Terminal

HELP = Text(
    "Measure the speed of the rules, of the compiled kernels and of C; or of the engines; or of batches, beside other libraries.",
    "Mesurer la vitesse des règles, des noyaux compilés et du C ; ou celle des moteurs ; ou celle des lots, à côté d'autres bibliothèques.",
)


def command(
    context: typer.Context,
    bench_games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", autocompletion=game_names)] = None,
    engines: Annotated[bool, typer.Option("--engines", metavar="")] = False,
    environments: Annotated[bool, typer.Option("--environments", metavar="")] = False,
    quick: Annotated[bool, typer.Option("--quick", metavar="")] = False,
    as_json: Annotated[bool, typer.Option("--json", metavar="")] = False,
) -> None:
    terminal = Terminal.of(context)
    names = [alcove.game(name).name for name in bench_games or alcove.games()]
    compile_once(terminal, names)
    from alcove.bench import engines as engine_bench, environments as environment_bench, kernels as kernel_bench
    from alcove.games.rooms import rooms

    needed = ("kernel", "observation") if environments else () if engines else ("kernel",)
    if bench_games:
        for name in names:
            for room in needed:
                getattr(rooms(name), room)  # whoever asks for a game by name hears what it lacks
    names = [name for name in names if all(rooms(name).has(room) for room in needed)]
    bench = environment_bench if environments else engine_bench if engines else kernel_bench
    found: dict[str, Any] = {}
    with progress_bar(terminal.tell(words.MEASURING)) as tell:
        for number, name in enumerate(names):
            tell(number, len(names), name)
            found[name] = bench.measure(name, quick)
    if as_json:
        print(json.dumps({"machine": machine(), "games": found}))
        return
    terminal.say(", ".join(f"{value}" for value in machine().values()), "faint")
    rows = _environment_rows if environments else _engine_rows if engines else _kernel_rows
    for name, told in found.items():
        terminal.say(alcove.game(name).title, "title")
        for row in rows(told):
            terminal.say(row)
    if environments:
        for sentence in environment_bench.left_out():
            terminal.say(sentence, "faint")


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


def _kernel_rows(told: dict[str, Any]) -> list[Text]:
    rows = []
    for work in ("playouts", "perft"):
        part = told[work]
        for who in ("rules", "kernel", "c"):
            if who in part:
                speed, moves = numeral(part[who]["per_second"]), part[who]["moves_per_second"]
                row = [_row(f"  {work:8} {who:6} ", speed, 14, Text(" /s", " /s"))]
                row += [_row("  ", numeral(moves), 14, Text(" moves/s", " coups/s"))] if moves else []
                rows.append(Text("".join(cell.en for cell in row), "".join(cell.fr for cell in row)))
        ratios = [("rules", numeral(part["kernel_to_rules"]))]
        ratios += [("c", numeral(part["kernel_to_c"], 2))] if "kernel_to_c" in part else []
        rows.append(
            Text(
                f"  {work:8} " + ", ".join(f"kernel / {other} {ratio.en}" for other, ratio in ratios),
                f"  {work:8} " + ", ".join(f"kernel / {other} {ratio.fr}" for other, ratio in ratios),
            )
        )
    return rows


def _engine_rows(told: dict[str, Any]) -> list[Text]:
    rows = []
    for label, part in told.items():
        if "nodes_per_second" in part:
            each, threads = numeral(part["nodes_per_cpu_second"]), part["threads"]
            unit = Text(
                f" nodes/s  ({threads} × {each.en} a second of CPU)",
                f" nœuds/s  ({threads} × {each.fr} par seconde de processeur)",
            )
            rows.append(_row(f"  {label.replace('_', ' '):20} ", numeral(part["nodes_per_second"]), 12, unit))
    for label in ("uct", "tower"):
        if label in told:
            unit = Text(" simulations/s", " simulations/s")
            rows.append(_row(f"  {label:20} ", numeral(told[label]["simulations_per_second"]), 12, unit))
    for label, fresh in told.items():
        if "first_move_seconds" in fresh:
            first, cpu = numeral(fresh["first_move_seconds"], 2), numeral(fresh["cpu_seconds"], 2)
            head, size = f"  {label.replace('_', ' '):26} ", numeral(fresh["megabytes"])
            rows.append(
                Text(
                    f"{head}{first.en} s to its first move ({cpu.en} s of CPU), {size.en} MB",
                    f"{head}{first.fr} s jusqu'au premier coup ({cpu.fr} s de processeur), {size.fr} Mo",
                )
            )
    return rows


def _environment_rows(told: dict[str, Any]) -> list[Text]:
    head = Text(
        f"  {'':38} {'one core':>12} {'we to it':>9} {'all cores':>12} {'we to it':>9}   steps/s, {told['count']} games",
        f"  {'':38} {'un cœur':>12} {'nous/lui':>9} {'tous':>12} {'nous/lui':>9}   pas/s, {told['count']} parties",
    )
    rows = [head]
    for part in told["contenders"]:
        who = part["library"] if part["library"] == "alcove" else f"{part['library']} {part['game']}"
        cells = [
            cell
            for key in ("one_core", "all_cores")
            for cell in ((numeral(part[key]), 12), (numeral(part["ours_to_it"][key], 1), 9))
        ]
        blind = "inside" in part["library"]
        says = Text("   no masks, no observations", "   ni masques ni observations") if blind else Text("", "")
        rows.append(
            Text(
                f"  {who:38} " + " ".join(f"{cell.en:>{width}}" for cell, width in cells) + says.en,
                f"  {who:38} " + " ".join(f"{cell.fr:>{width}}" for cell, width in cells) + says.fr,
            )
        )
    return rows


def _row(head: str, value: Text, width: int, unit: Text) -> Text:
    return Text(f"{head}{value.en:>{width}}{unit.en}", f"{head}{value.fr:>{width}}{unit.fr}")
