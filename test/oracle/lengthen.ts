import { inject } from 'vitest';

/** Multiplies the size of runs by JOINERY_EXPRESSIONS; JOINERY_SEED changes the seed. */
export const lengthen = (usual: number): number => usual * Number(process.env.JOINERY_EXPRESSIONS ?? 1);
export const seedOf = (usual: number): number => Number(process.env.JOINERY_SEED ?? usual);

/** Time limit of a comparison on the busiest machine. */
export const TIMEOUT = lengthen(inject('isBabelfish') ? 7_200_000 : 900_000);
