"""Draws the walls and grenades of a grid of Rowdy Racers from a seed."""

from collections.abc import Container, Sequence
from random import Random

from flagstone.rules.rowdy import Cell

Wall = list[Cell]  # its squares

TRIES = 20  # for the place of a wall


def generate(rows: int, columns: int, seed: int) -> tuple[list[Wall], list[Cell]]:
    """R2, R3. Walls and grenades, the same for the same seed on every machine."""
    rng = Random(f"rowdy {seed}")
    while True:
        walls = draw_walls(rng, rows, columns)
        covered = {cell for wall in walls for cell in wall}
        if walls and has_way(rows, columns, covered) and all(corners(rows, columns, covered)):
            return walls, draw_grenades(rng, rows, columns, covered)


def starts(rows: int, columns: int) -> tuple[Cell, Cell]:
    """R1. Player 1 starts at the bottom left, player 2 at the top right."""
    return (rows - 1, 0), (0, columns - 1)


def draw_walls(rng: Random, rows: int, columns: int) -> list[Wall]:
    """R2. A random number of walls that share no square with each other or a start, fewer where there is no room.

    About as many as fit if all are of medium length is the most.
    """
    room = -(-rows * columns // 5)
    medium = (2 + longest(rows) + 2 + longest(columns)) // 4
    count = 1 + rng.randrange(room // medium)
    walls: list[Wall] = []
    taken = set(starts(rows, columns))
    for _ in range(TRIES * count):
        wall = draw_wall(rng, rows, columns)
        if len(walls) < count and len(wall) <= room and taken.isdisjoint(wall):
            walls.append(wall)
            taken.update(wall)
            room -= len(wall)
    return walls


def longest(size: int) -> int:
    """R2. The most squares of a wall: half the grid's size in its direction, rounded up."""
    return (size + 1) // 2


def draw_wall(rng: Random, rows: int, columns: int) -> Wall:
    """R2. A wall of random direction, length and place."""
    horizontal = rng.randrange(2) == 0
    size = columns if horizontal else rows
    length = 2 + rng.randrange(longest(size) - 1)
    along = rng.randrange(size - length + 1)
    across = rng.randrange(rows if horizontal else columns)
    squares = range(along, along + length)
    return [(across, square) if horizontal else (square, across) for square in squares]


def has_way(rows: int, columns: int, walls: Container[Cell]) -> bool:
    """R2. Whether a lone racer can reach the other start. Walls never block a diagonal (R6)."""
    start, finish = starts(rows, columns)
    seen, todo = {start}, [start]
    while todo:
        row, column = todo.pop()
        for down in (1, 0, -1):  # towards the finish last, so that it is looked at first
            for right in (-1, 0, 1):
                cell = (row + down, column + right)
                if cell == finish:
                    return True
                if 0 <= cell[0] < rows and 0 <= cell[1] < columns and cell not in seen and cell not in walls:
                    seen.add(cell)
                    todo.append(cell)
    return False


def corners(rows: int, columns: int, walls: Container[Cell]) -> tuple[list[Cell], list[Cell]]:
    """R3. The squares that can hold a grenade in the 3×3 block at each start."""
    low, high = range(rows - 3, rows), range(3)
    left, right = range(3), range(columns - 3, columns)
    taken = starts(rows, columns)
    blocks = [[(row, column) for row in low for column in left], [(row, column) for row in high for column in right]]
    one, other = ([cell for cell in block if cell not in walls and cell not in taken] for block in blocks)
    return one, other


def draw_grenades(rng: Random, rows: int, columns: int, walls: Container[Cell]) -> list[Cell]:
    """R3. One square in each start's corner, and others up to 5 % of the grid, rounded up."""
    grenades = [pick(rng, corner) for corner in corners(rows, columns, walls)]
    taken = (*starts(rows, columns), *grenades)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    free = [cell for cell in cells if cell not in walls and cell not in taken]
    while len(grenades) < -(-rows * columns // 20):
        grenades.append(free.pop(rng.randrange(len(free))))
    return grenades


def pick(rng: Random, cells: Sequence[Cell]) -> Cell:
    """One of the cells."""
    return cells[rng.randrange(len(cells))]
