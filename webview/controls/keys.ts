/** Steps right, steps down, pages down, and a jump to the last place; a negative number means the opposite way. */
interface KeyMove {
  readonly x: number;
  readonly y: number;
  readonly page: number;
  readonly end: number;
}

const stay: KeyMove = { x: 0, y: 0, page: 0, end: 0 };

/** Which way each key leads; keys that do not move are absent. */
export const keyMoves: ReadonlyMap<string, KeyMove> = new Map([
  ["ArrowRight", { ...stay, x: 1 }],
  ["ArrowLeft", { ...stay, x: -1 }],
  ["ArrowDown", { ...stay, y: 1 }],
  ["ArrowUp", { ...stay, y: -1 }],
  ["PageDown", { ...stay, page: 1 }],
  ["PageUp", { ...stay, page: -1 }],
  ["Home", { ...stay, end: -1 }],
  ["End", { ...stay, end: 1 }],
]);

/** The place that is nearest to a given one, of `count` places from 0 on. */
export const nearestPlace = (place: number, count: number): number => Math.max(0, Math.min(count - 1, place));
