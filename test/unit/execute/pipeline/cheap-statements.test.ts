import { expect, it } from 'vitest';
import { CheapStatements } from '../../../../src/execute/pipeline/read-pipeline.ts';
import type { SessionReadRequest } from '../../../../src/execute/session-request.ts';

const readOf = (text: string): SessionReadRequest => ({
  bound: { request: { kind: 'read', text, name: text, slots: [], calls: false, read: () => [] }, values: [] },
  entities: [text],
});

/** What the database says is small, and how often it was asked. */
function reckoning(...answers: readonly (boolean | Error)[]) {
  const state = { asked: 0 };
  const isSmall = async (): Promise<boolean> => {
    const answer = answers[state.asked] ?? false;
    state.asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { state, isSmall };
}

/** Notes runs, with a turn of the event loop after each in which the database can say what it holds. */
async function note(statements: CheapStatements, read: SessionReadRequest, ms: number, runs: number) {
  for (let run = 0; run < runs; run += 1) {
    statements.note(read, ms);
    await Promise.resolve();
  }
}

it('a statement is cheap once its runs have shown it, and the database holds it to be small', async () => {
  const { state, isSmall } = reckoning(true);
  const statements = new CheapStatements(isSmall);
  const read = readOf('a');
  expect(statements.has(read)).toBe(false);
  await note(statements, read, 1, 5);
  expect([statements.has(read), state.asked]).toEqual([false, 0]);
  await note(statements, read, 1, 25);
  expect([statements.has(read), state.asked]).toEqual([true, 1]);
  expect(statements.has(readOf('a'))).toBe(false);
});

it('a statement that the database holds to be large is never cheap, and it is not asked again', async () => {
  const { state, isSmall } = reckoning(false, true);
  const statements = new CheapStatements(isSmall);
  const read = readOf('a');
  await note(statements, read, 1, 200);
  expect([statements.has(read), state.asked]).toEqual([false, 1]);
});

it('one slow run in so many takes it away, and fast ones give it back', async () => {
  const statements = new CheapStatements(reckoning(true).isSmall);
  const read = readOf('a');
  await note(statements, read, 1, 100);
  statements.note(read, 1000);
  expect(statements.has(read)).toBe(false);
  await note(statements, read, 1, 100);
  expect(statements.has(read)).toBe(true);
});

it('a statement that is always slow is not asked for at all', async () => {
  const { state, isSmall } = reckoning(true);
  const statements = new CheapStatements(isSmall);
  const read = readOf('a');
  await note(statements, read, 25, 200);
  expect([statements.has(read), state.asked]).toEqual([false, 0]);
});

it('where the database does not answer it is asked again', async () => {
  const { state, isSmall } = reckoning(new Error('away'), true);
  const statements = new CheapStatements(isSmall);
  const read = readOf('a');
  await note(statements, read, 1, 60);
  expect([statements.has(read), state.asked]).toEqual([true, 2]);
});
