/** Seeded random choices, the same on every run. */
export interface Random {
  /** Returns an integer from `low` to `high`, both included. */
  int(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** Returns true in about `share` (0 to 1) of all calls. */
  chance(share: number): boolean;
  /** Returns the value, or NULL in about `share` (0 to 1) of all calls. */
  orNull<T>(share: number, make: () => T): T | null;
}

/** Creates a generator with the algorithm Mulberry32, whose quality suffices for sample data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    int,
    pick: <T>(items: readonly T[]) => items[int(0, items.length - 1)] as T,
    chance: (share) => next() < share,
    orNull: (share, make) => (next() < share ? null : make()),
  };
}
