/**
 * Factor of a long run (`npm run test:long`); undefined in the run of each push, which compares a fixed corpus and a few fresh operations,
 * and plays three faults of each store.
 */
export const longFactor = process.env.JOINERY_LONG === undefined ? undefined : Number(process.env.JOINERY_LONG);

export const isLong = longFactor !== undefined;
