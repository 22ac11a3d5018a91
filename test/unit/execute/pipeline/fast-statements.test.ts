import { expect, it } from 'vitest';
import type { SessionReadRequest } from '../../../../src/execute/admission/session-request.ts';
import { FastStatements } from '../../../../src/execute/pipeline/read-pipeline.ts';

const readOf = (text: string): SessionReadRequest => ({
  bound: { request: { kind: 'read', text, name: text, slots: [], calls: false, read: () => [] }, values: [] },
  entities: [text],
});

/** Fakes the size estimates of the database, and counts the queries. */
function fakeEstimates(...answers: readonly (boolean | Error)[]) {
  const state = { estimates: 0 };
  const isSmall = async (): Promise<boolean> => {
    const answer = answers[state.estimates] ?? false;
    state.estimates += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { state, isSmall };
}

/** Records runs, and yields after each so that the estimate can arrive. */
async function recordRuns(statements: FastStatements, read: SessionReadRequest, ms: number, runs: number) {
  for (let run = 0; run < runs; run += 1) {
    statements.record(read, ms);
    await Promise.resolve();
  }
}

it('a statement counts as fast if its runs are fast and the database estimates a small plan', async () => {
  const { state, isSmall } = fakeEstimates(true);
  const statements = new FastStatements(isSmall);
  const read = readOf('a');
  expect(statements.isFast(read)).toBe(false);
  await recordRuns(statements, read, 1, 5);
  expect([statements.isFast(read), state.estimates]).toEqual([false, 0]);
  await recordRuns(statements, read, 1, 25);
  expect([statements.isFast(read), state.estimates]).toEqual([true, 1]);
  expect(statements.isFast(readOf('a'))).toBe(false);
});

it('a statement with a large plan never counts as fast, and its plan is estimated only once', async () => {
  const { state, isSmall } = fakeEstimates(false, true);
  const statements = new FastStatements(isSmall);
  const read = readOf('a');
  await recordRuns(statements, read, 1, 200);
  expect([statements.isFast(read), state.estimates]).toEqual([false, 1]);
});

it('one slow run removes a statement, and fast runs add it again', async () => {
  const statements = new FastStatements(fakeEstimates(true).isSmall);
  const read = readOf('a');
  await recordRuns(statements, read, 1, 100);
  statements.record(read, 1000);
  expect(statements.isFast(read)).toBe(false);
  await recordRuns(statements, read, 1, 100);
  expect(statements.isFast(read)).toBe(true);
});

it('a slow statement is never estimated', async () => {
  const { state, isSmall } = fakeEstimates(true);
  const statements = new FastStatements(isSmall);
  const read = readOf('a');
  await recordRuns(statements, read, 25, 200);
  expect([statements.isFast(read), state.estimates]).toEqual([false, 0]);
});

it('a failed estimate is repeated', async () => {
  const { state, isSmall } = fakeEstimates(new Error('away'), true);
  const statements = new FastStatements(isSmall);
  const read = readOf('a');
  await recordRuns(statements, read, 1, 60);
  expect([statements.isFast(read), state.estimates]).toEqual([true, 2]);
});
