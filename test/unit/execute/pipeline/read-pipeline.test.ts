import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ReadValues } from '../../../../src/execute/admission/session-request.ts';
import type { ReadRequest } from '../../../../src/store/script.ts';
import {
  type HeldMessage,
  type HeldSessions,
  holdSessions,
  openPipeline,
  statement,
  stopped,
} from '../held-sessions.ts';

/** One statement per entity. */
const statements = new Map<string, ReadRequest>(['a', 'b', 'c'].map((entity) => [entity, statement(entity)]));

let held: HeldSessions;
let isHeld: boolean;
let opened: ReturnType<typeof openPipeline>;

const runRead = (entity: string, signal?: AbortSignal): Promise<ReadValues> => {
  const request = statements.get(entity) ?? statement(entity);
  return opened.pipeline.run({ bound: { request, values: [] }, entities: [entity], signal });
};

/** Statements sent to the sessions, in order. */
const sent = () => held.messages.map(({ texts }) => texts.join(''));

const message = (index: number): HeldMessage => {
  const found = held.messages[index];
  if (found === undefined) throw new Error(`No message number ${index} was sent.`);
  return found;
};

beforeEach(async () => {
  isHeld = false;
  held = holdSessions(6, () => isHeld);
  opened = openPipeline(held);
  // After 40 runs, these statements count as fast.
  for (const entity of statements.keys()) for (let run = 0; run < 40; run += 1) await runRead(entity);
  isHeld = true;
  held.messages.length = 0;
});

/** Waits until at least this many batches were sent. */
const untilSent = (count: number) =>
  vi.waitFor(() => expect(held.messages.length).toBeGreaterThanOrEqual(count), { interval: 1 });

it('sends reads of one turn as one batch, and resolves each at its own result', async () => {
  const reads = ['a', 'b', 'c'].map((entity) => runRead(entity));
  await untilSent(1);
  expect(sent()[0]).toBe('abc');
  message(0).answer();
  expect(await reads[0]).toEqual(['a']);
  message(0).answer();
  expect(await reads[1]).toEqual(['b']);
  message(0).answer();
  expect(await reads[2]).toEqual(['c']);
});

it('retries reads behind a slow one separately, and uses the first result', async () => {
  const reads = ['a', 'b', 'c'].map((entity) => runRead(entity));
  await untilSent(3);
  expect(sent()).toEqual(['abc', 'b', 'c']);
  message(1).answer();
  expect(await reads[1]).toEqual(['b']);
  // The first run of c answers first, so its second run is canceled.
  for (let run = 0; run < 3; run += 1) message(0).answer();
  expect(await reads[2]).toEqual(['c']);
  expect(await reads[0]).toEqual(['a']);
  await vi.waitFor(() => expect(message(2).cancels).toBe(1));
  expect(message(0).cancels).toBe(0);
});

it('cancels an unneeded run only after it has started, never the preceding run', async () => {
  const reads = ['a', 'b', 'c'].map((entity) => runRead(entity));
  await untilSent(3);
  message(1).answer();
  message(2).answer();
  expect(await Promise.all(reads.slice(1))).toEqual([['b'], ['c']]);
  await wait(50);
  expect(message(0).cancels).toBe(0);
  message(0).answer();
  expect(await reads[0]).toEqual(['a']);
  await vi.waitFor(() => expect(message(0).cancels).toBe(1));
  message(0).fail(stopped);
  // The session stays reserved until the cancellation settles.
  message(0).answer();
  const next = runRead('c');
  await untilSent(4);
  expect(message(3).session).not.toBe(message(0).session);
  message(0).settleCancels();
  message(3).answer();
  expect(await next).toEqual(['c']);
});

it('retries a read that was canceled by mistake instead of another read', async () => {
  const gone = new AbortController();
  const given = runRead('a', gone.signal);
  const hit = runRead('b');
  given.catch(() => undefined);
  await untilSent(2);
  // The second run of b is lost, so only the first one is left.
  message(1).fail(new Error('lost'));
  await untilSent(3);
  gone.abort();
  expect(message(0).cancels).toBe(1);
  message(0).answer();
  message(0).fail(stopped);
  message(0).settleCancels();
  message(2).answer();
  expect(await hit).toEqual(['b']);
});

it('excludes an entity from batches while one of its reads stalls, and for a while afterwards', async () => {
  const reads = ['a', 'b'].map((entity) => runRead(entity));
  await untilSent(2);
  message(1).answer();
  const later = ['a', 'c', 'c'].map((entity) => runRead(entity));
  await untilSent(4);
  expect(sent().slice(2, 4).sort()).toEqual(['a', 'cc']);
  isHeld = false;
  for (const { answer } of held.messages.toSpliced(1, 1)) answer();
  await Promise.all([...reads, ...later]);
  const before = held.messages.length;
  await Promise.all(['a', 'c', 'a', 'c'].map((entity) => runRead(entity)));
  expect(sent().slice(before).sort()).toEqual(['a', 'a', 'cc']);
});

it('removes a read from the session queue when its caller aborts', async () => {
  const others = Array.from({ length: 6 }, (_, index) => runRead(`slow ${index}`));
  await untilSent(6);
  expect(opened.admission.isFull).toBe(true);
  const gone = new AbortController();
  const [left, stays] = [runRead('a', gone.signal), runRead('a')];
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: 'DatabaseTimeout' });
  message(0).answer();
  await untilSent(7);
  expect(sent()[6]).toBe('a');
  for (const { answer } of held.messages.slice(1)) answer();
  expect(await stays).toEqual(['a']);
  await Promise.all(others);
});
