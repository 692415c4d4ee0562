import { describe, expect, it } from "vitest";
import { Camera } from "../src/board/camera";
import { base } from "../src/board/ctf";
import { isOnFloor, isStart, layoutFor, wayOf } from "../src/board/floors";
import { Mover } from "../src/board/mover";

describe("the camera", () => {
  it("shows a small board whole, in the middle, with whole pixels for a cell", () => {
    const camera = new Camera();
    camera.fit({ width: 21, height: 11 }, 1000, 700, 2);
    expect(camera.showsAll()).toBe(true);
    expect(Number.isInteger(camera.scale)).toBe(true);
    expect([camera.x, camera.y]).toEqual([10.5, 5.5]);
  });

  it("shows a part of a large board, and never what is outside it", () => {
    const camera = new Camera();
    camera.fit({ width: 200, height: 200 }, 1000, 700, 1);
    expect(camera.showsAll()).toBe(false);
    camera.lookAt(-50, 500);
    const { left, bottom } = camera.bounds();
    expect(left).toBeCloseTo(0);
    expect(bottom).toBeCloseTo(200);
  });

  it("keeps a corner clear, beside the board or above it, and moves the board aside no further than that", () => {
    const camera = new Camera();
    const corner = { width: 54, height: 98 };
    camera.fit({ width: 21, height: 11 }, 900, 740, 1, 17, corner);
    expect([camera.scale, camera.x]).toEqual([42, 10.5]); // below the corner there is room for all of the width
    camera.fit({ width: 14, height: 12 }, 900, 740, 1, 17, corner);
    const { x } = camera.origin();
    expect(x).toBeGreaterThanOrEqual(0);
    expect(900 - (x + 14 * camera.scale)).toBeGreaterThanOrEqual(53);
    camera.fit({ width: 200, height: 200 }, 900, 740, 1, 17, corner);
    camera.lookAt(500, 100);
    expect(camera.bounds().right).toBeCloseTo(200 + 54 / camera.scale);
  });

  it("keeps the point under the pointer when it zooms", () => {
    const camera = new Camera();
    camera.fit({ width: 200, height: 200 }, 1000, 700, 1);
    camera.lookAt(100, 100);
    const before = camera.toWorld(200, 300);
    camera.zoom(1.5, 200, 300);
    const after = camera.toWorld(200, 300);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("comes closer to whom it follows", () => {
    const camera = new Camera();
    camera.fit({ width: 200, height: 200 }, 1000, 700, 1);
    camera.lookAt(100, 100);
    expect(camera.approach(120, 100, 16)).toBe(true);
    expect(camera.x).toBeGreaterThan(100);
    for (let i = 0; i < 200; i++) camera.approach(120, 100, 16);
    expect(camera.x).toBeCloseTo(120, 1);
  });
});

describe("a piece", () => {
  it("steps to a neighbour and arrives", () => {
    const mover = new Mover(0.5, 0.5);
    mover.go(1.5, 0.5, 1000);
    mover.advance(1040);
    expect(mover.x).toBeGreaterThan(0.5);
    expect(mover.x).toBeLessThan(1.5);
    mover.advance(2000);
    expect([mover.x, mover.isMoving]).toEqual([1.5, false]);
  });

  it("is never far behind, however fast its player goes", () => {
    const mover = new Mover(0.5, 0.5);
    for (let step = 1; step <= 40; step++) mover.go(0.5 + step, 0.5, 0);
    mover.advance(450);
    expect(mover.x).toBe(40.5);
  });

  it("jumps to where it is placed, and stays where it is", () => {
    const mover = new Mover(0.5, 0.5);
    mover.go(0.5, 0.5, 0);
    expect(mover.isMoving).toBe(false);
    mover.go(9.5, 9.5, 0);
    mover.advance(140);
    expect(mover.lift).toBeGreaterThan(0.5);
  });
});

describe("a flag's cell", () => {
  it("is marked, or the middle one of the home's cells", () => {
    expect(base(["hhf", "   "], "f", "h")).toEqual([0, 2]);
    expect(base(["hh ", "h  "], "f", "h")).toEqual([0, 1]);
    expect(base(["   "], "f", "h")).toBeNull();
  });
});

describe("the three floors", () => {
  const count = (floor: number) =>
    Array.from({ length: 250 }, (_, i) => isOnFloor(floor, Math.floor(i / 25), i % 25)).filter(Boolean).length;

  it("have as many cells as the document gives them square feet", () => {
    expect([0, 1, 2].map(count).map((cells) => cells * 4)).toEqual([856, 784, 360]);
    expect(isStart(0, 6, 12)).toBe(true);
    expect(isOnFloor(0, 6, 12)).toBe(false);
    expect(isOnFloor(0, -1, 3)).toBe(false);
  });

  it("lie beside each other in wide windows and above each other in tall ones", () => {
    expect(layoutFor(2).size.width).toBeGreaterThan(layoutFor(0.6).size.width);
  });

  it("are walked straight on, over stairs and poles", () => {
    const way = wayOf(
      [0, 6, 3],
      [
        { event: "walked", direction: "N", steps: 6, at: [1, 3, 7] },
        { event: "took_stairs", at: [0, 3, 3], to: [1, 6, 7] },
      ],
    );
    expect(way).toEqual([
      [0, 5, 3],
      [0, 4, 3],
      [0, 3, 3],
      [1, 6, 7],
      [1, 5, 7],
      [1, 4, 7],
      [1, 3, 7],
    ]);
    expect(wayOf([0, 6, 3], [{ event: "blocked", direction: "N", steps: 0 }])).toEqual([]);
  });
});
