// What changed between two views is told as paths into it, with what stands there now.

import type { Entry } from "./messages";

export type Change = NonNullable<Entry["changes"]>[number];

/** The view after the changes; the one handed in is used up. */
export function apply<T>(view: T, changes: readonly Change[]): T {
  let result: unknown = view;
  for (const [path, value] of changes) {
    if (path.length === 0) {
      result = value;
      continue;
    }
    let part = result as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) part = part[step] as Record<string | number, unknown>;
    part[path[path.length - 1]!] = value;
  }
  return result as T;
}
