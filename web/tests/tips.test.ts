import { describe, expect, it } from "vitest";
import { ctf, rowdy, savor } from "../src/board/samples";
import { isTimely, tipFor } from "../src/live/tips";
import type { CtfPlayer, SavorPlayer, SavorView } from "../src/server/views";

const YARD = ["###########", "#jjj   JJJ#", "#         #", "#hhf   FHH#", "###########"];

function standing(how: Partial<CtfPlayer>, at: [number, number] = [2, 5]) {
  return ctf(YARD, { players: [[at, how]], tools: [[[2, 3], undefined, 4]] }).view;
}

describe("tips", () => {
  it("say what to fetch, and what helps", () => {
    expect(tipFor("classic", standing({}), 0)).toBe("Fetch the orange flag, and bring it home.");
    expect(tipFor("hammer", standing({}), 0)).toContain("A hammer on the way helps.");
    expect(tipFor("hammer", standing({ tool: 0 }), 0)).toBe("Walk into a wall to break it: 4 blows left.");
    expect(tipFor("shovel", standing({ tool: 0 }), 0)).toContain("dig");
    expect(tipFor("classic", standing({ jailed: true }), 0)).toContain("teammate");
  });

  it("know when a flag can be taken, and when it is time to drop it", () => {
    expect(isTimely("get flag", standing({}), 0)).toBe(false);
    expect(isTimely("get flag", standing({}, [3, 7]), 0)).toBe(true);
    expect(isTimely("get flag", standing({ jailed: true }, [3, 7]), 0)).toBe(false);
    expect(isTimely("drop flag", standing({ flag: 1 }), 0)).toBe(false);
    expect(isTimely("drop flag", standing({ flag: 1 }, [3, 1]), 0)).toBe(true);
    expect(tipFor("hammer", standing({ flag: 1 }, [3, 1]), 0)).toContain("Drop it here");
    expect(tipFor("shovel", standing({ flag: 1 }, [3, 1]), 0)).toContain("Now all of your team");
  });

  it("explain a race's turn", () => {
    const at: [number, number] = [9, 0];
    expect(tipFor("rowdy", rowdy(10, 10).view, 0)).toBe("Reach the blue chequered corner first.");
    expect(tipFor("rowdy", rowdy(10, 10, { dark: [[9, 0, 2]], started_at: at }).view, 0)).toContain("no power");
    const grenades = rowdy(10, 10, { grenades: [[9, 0, "lying"]] }).view;
    expect(tipFor("rowdy", grenades, 0)).toContain("pick it up");
    expect(isTimely("pick up", grenades, 0)).toBe(true);
    expect(isTimely("pick up", rowdy(10, 10, { grenades: [[9, 0, "wreck"]] }).view, 0)).toBe(false);
    expect(isTimely("end turn", grenades, 0)).toBe(false);
  });

  it("explain a throw", () => {
    const tip = (how: Partial<SavorPlayer>) => {
      const { view } = savor();
      const [first, ...others] = (view as SavorView).players;
      return tipFor("savor", { ...view, players: [{ ...first!, ...how }, ...others] } as SavorView, 0);
    };
    expect(tip({ in: "start" })).toContain("A 6");
    expect(tip({ throws: 1 })).toBe("You walk north, as far as the die says.");
    expect(tip({ throws: 3 })).toContain("direction die");
    expect(tip({ effect: "triggered" })).toContain("twice");
    expect(tip({ effect: "disoriented", effect_left: 2 })).toContain("anywhere");
    expect(tip({ effect: "poisoned", in: "bawana" })).toContain("miss");
  });
});
