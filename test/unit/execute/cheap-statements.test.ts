import { expect, it } from 'vitest';
import { CheapStatements } from '../../../src/execute/batch/cheap-statements.ts';
import type { BoundRequest, ReadRequest } from '../../../src/store/script.ts';

const boundTo = (text: string): BoundRequest<ReadRequest> => ({
  request: { kind: 'read', text, name: text, slots: [], calls: false, read: () => [] },
  values: [],
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
async function note(
  statements: CheapStatements<ReadRequest>,
  bound: BoundRequest<ReadRequest>,
  ms: number,
  runs: number,
) {
  for (let run = 0; run < runs; run += 1) {
    statements.note(bound, ms);
    await Promise.resolve();
  }
}

it('a statement is cheap once its runs have shown it, and the database holds it to be small', async () => {
  const { state, isSmall } = reckoning(true);
  const statements = new CheapStatements<ReadRequest>(isSmall);
  const bound = boundTo('a');
  expect(statements.has(bound)).toBe(false);
  await note(statements, bound, 1, 5);
  expect([statements.has(bound), state.asked]).toEqual([false, 0]);
  await note(statements, bound, 1, 25);
  expect([statements.has(bound), state.asked]).toEqual([true, 1]);
  expect(statements.has(boundTo('a'))).toBe(false);
});

it('a statement that the database holds to be large is never cheap, and it is not asked again', async () => {
  const { state, isSmall } = reckoning(false, true);
  const statements = new CheapStatements<ReadRequest>(isSmall);
  const bound = boundTo('a');
  await note(statements, bound, 1, 200);
  expect([statements.has(bound), state.asked]).toEqual([false, 1]);
});

it('one slow run in so many takes it away, and fast ones give it back', async () => {
  const statements = new CheapStatements<ReadRequest>(reckoning(true).isSmall);
  const bound = boundTo('a');
  await note(statements, bound, 1, 100);
  statements.note(bound, 1000);
  expect(statements.has(bound)).toBe(false);
  await note(statements, bound, 1, 100);
  expect(statements.has(bound)).toBe(true);
});

it('a statement that is always slow is not asked for at all', async () => {
  const { state, isSmall } = reckoning(true);
  const statements = new CheapStatements<ReadRequest>(isSmall);
  const bound = boundTo('a');
  await note(statements, bound, 25, 200);
  expect([statements.has(bound), state.asked]).toEqual([false, 0]);
});

it('where the database does not answer it is asked again', async () => {
  const { state, isSmall } = reckoning(new Error('away'), true);
  const statements = new CheapStatements<ReadRequest>(isSmall);
  const bound = boundTo('a');
  await note(statements, bound, 1, 60);
  expect([statements.has(bound), state.asked]).toEqual([true, 2]);
});
