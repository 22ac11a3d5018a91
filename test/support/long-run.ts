/**
 * Factor of a long run (`npm run test:long`). Undefined in the run of each push, which compares a fixed corpus and a
 * few random operations, and runs three faults per store.
 */
export const longFactor = process.env.JOINERY_LONG === undefined ? undefined : Number(process.env.JOINERY_LONG);

export const isLong = longFactor !== undefined;
