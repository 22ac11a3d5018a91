import { inject } from 'vitest';

/** For longer runs, JOINERY_EXPRESSIONS says how many times as much is compared, and JOINERY_SEED is another seed. */
export const lengthen = (usual: number): number => usual * Number(process.env.JOINERY_EXPRESSIONS ?? 1);
export const seedOf = (usual: number): number => Number(process.env.JOINERY_SEED ?? usual);

/** Milliseconds in which a comparison is over on the busiest machine: only what hangs takes longer. */
export const TIMEOUT = lengthen(inject('isBabelfish') ? 7_200_000 : 900_000);
