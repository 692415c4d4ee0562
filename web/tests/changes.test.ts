import { describe, expect, it } from "vitest";
import { apply } from "../src/server/changes";

describe("changes of a view", () => {
  it("change fields, places in lists, and the whole", () => {
    const view = { a: [{ b: 1 }, { b: 2 }], c: "x" };
    expect(
      apply(view, [
        [["a", 1, "b"], 5],
        [["c"], null],
      ]),
    ).toEqual({ a: [{ b: 1 }, { b: 5 }], c: null });
    expect(
      apply(view, [
        [[], { d: 1 }],
        [["d"], 2],
      ]),
    ).toEqual({ d: 2 });
  });

  it("are applied in order, and none change nothing", () => {
    expect(
      apply({ a: 1 }, [
        [["a"], 2],
        [["a"], 3],
      ]),
    ).toEqual({ a: 3 });
    expect(apply({ a: 1 }, [])).toEqual({ a: 1 });
  });
});
