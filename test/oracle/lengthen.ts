import { inject } from 'vitest';
import { isLong, longFactor } from '../support/long-run.ts';

/** Returns how much to compare: `short` on each push, and a multiple of `long` in a long run. */
export const lengthen = (long: number, short: number = long): number =>
  longFactor === undefined ? short : Math.ceil(long * longFactor);

/**
 * Like `lengthen`, for random items. A push compares all of them on PostgreSQL, and a third on each other server: most
 * of the tested code is the same for all servers, and the corpora use each feature on each server.
 */
export const lengthenFresh = (long: number, short: number): number =>
  lengthen(long, inject('server') === 'postgres' ? short : Math.ceil(short / 3));

/** Seed of fresh operations: JOINERY_SEED, the commit hash, or a random number in a long run. Printed at the start. */
export const freshSeed = (): number => inject('seed');

/** Returns `usual`, unless a long run or JOINERY_SEED sets another seed. */
export const seedOf = (usual: number): number =>
  isLong || process.env.JOINERY_SEED !== undefined ? freshSeed() + usual : usual;

/** Required uses of each feature in a run. The corpus uses each in five operations. */
export const often = (long: number): number => (isLong ? long : Math.min(long, 5));

/** Time limit of a comparison in milliseconds. Even on a busy machine, only a comparison that hangs exceeds it. */
export const TIMEOUT = (longFactor ?? 1) * (inject('isBabelfish') ? 7_200_000 : 900_000);
