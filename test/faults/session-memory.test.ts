import { expect, it } from 'vitest';
import { graphql } from './load/operations.ts';
import { sendRequest } from './load/send-request.ts';
import { withStage } from './stage.ts';

const MEBIBYTE = 1024 * 1024;

/** Limit for all sessions: they hold 147 MiB, or 267 without a limit on prepared statements. */
const MOST_BYTES = 200 * MEBIBYTE;

const SHAPES = 300;

/** Returns a document with some kilobytes of SQL, different for each number. */
function shape(number: number): string {
  const things = Array.from({ length: 6 }, (_, index) => {
    const fields = Array.from({ length: 4 }, (_unused, field) => `f${number}_${index}_${field}: name`).join(' ');
    return `t${index}: things_connection(filter: { or: [{ id: { gt: 1 } }, { name: { contains: "x" } }, { id: { in: [1, 2, 3] } }] }, first: 2) {
      totalCount items { id ${fields} } groupBy(fields: [name], first: 2) { fields { name } aggregations { count(field: id) max(field: id) } } }`;
  });
  return `{ ${things.join(' ')} }`;
}

it(`sessions hold little memory after any requests: ${SHAPES} shapes, each four times`, {
  timeout: 300_000,
}, async () => {
  const held = await withStage({}, async ({ database, service }) => {
    const sending = { origin: service.origin, agent: false, timeoutMs: 60_000 } as const;
    let next = 0;
    const client = async (): Promise<void> => {
      for (let turn = next++; turn < 4 * SHAPES; turn = next++) {
        const outcome = await sendRequest(graphql(shape(turn % SHAPES)), sending);
        expect(outcome).toEqual({ kind: 'answered', status: 200 });
      }
    };
    await Promise.all(Array.from({ length: 16 }, client));
    return database.sessionMemory?.();
  });
  expect(held).toBeLessThan(MOST_BYTES);
});
