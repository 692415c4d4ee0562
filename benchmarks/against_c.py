"""Classic CTF in compiled Python beside a straightforward C program, in one run: python benchmarks/against_c.py."""

import subprocess
import tempfile
from pathlib import Path

from flagstone.bench import ctf_board, random_play

HERE = Path(__file__).parent


def c_rate(program: Path) -> float:
    """Actions a second of the C program."""
    done = subprocess.run([program], input=ctf_board() + "\n", capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0])


def python_rate() -> float:
    """Actions a second of the compiled rules."""
    return next(iter(random_play("classic", 0.6))).value * 1e6


def main() -> None:
    """Measure both in turn, three times, and print the best of each and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "classic"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", program, HERE / "classic.c"], check=True)
        c, python = (max(rates) for rates in zip(*((c_rate(program), python_rate()) for _ in range(3)), strict=True))
    print(f"C: {c / 1e6:.0f} M actions/s; compiled Python: {python / 1e6:.0f} M/s; ratio {python / c:.2f}")


if __name__ == "__main__":
    main()
