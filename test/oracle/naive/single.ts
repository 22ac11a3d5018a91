/** Rounds to a 32-bit float. */
export const singleOf = (value: number): number => Math.fround(value);

/** Prints the shortest text of a 32-bit float. */
export function singleText(value: number): string {
  const candidates = Array.from({ length: 9 }, (_, index) => String(Number(value.toPrecision(index + 1))));
  return candidates.find((text) => Math.fround(Number(text)) === value) ?? String(value);
}
