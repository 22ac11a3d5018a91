/** The nearest 32 bit number. */
export const singleOf = (value: number): number => Math.fround(value);

/** The shortest text that means this 32 bit number and no other. */
export function singleText(value: number): string {
  const candidates = Array.from({ length: 9 }, (_, index) => String(Number(value.toPrecision(index + 1))));
  return candidates.find((text) => Math.fround(Number(text)) === value) ?? String(value);
}
