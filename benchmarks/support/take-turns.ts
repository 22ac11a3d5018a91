/**
 * Runs rounds of turns, one at a time. The first item rotates, so no item always follows the same other item.
 * @returns turns by item, in the order of `all`
 */
export async function takeTurns<One, Turn>(
  all: readonly One[],
  rounds: number,
  take: (one: One) => Promise<Turn>,
): Promise<readonly (readonly Turn[])[]> {
  const entries = all.map((one) => ({ one, turns: [] as Turn[] }));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % Math.max(1, entries.length);
    for (const { one, turns } of [...entries.slice(first), ...entries.slice(0, first)]) turns.push(await take(one));
  }
  return entries.map(({ turns }) => turns);
}
