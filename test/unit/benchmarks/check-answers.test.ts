import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { checkAnswers, type Running } from '../../../benchmarks/requests/check-answers.ts';
import type { Workload } from '../../../benchmarks/requests/contender.ts';
import { plainAnswer } from '../../../benchmarks/requests/contenders/plain-answer.ts';
import { questionOf, workloads } from '../../../benchmarks/requests/workloads.ts';

const list: Workload = { name: 'list', title: 'a list', highestKey: 100 };

/** Starts an HTTP server that runs until the test ends. */
async function run(name: string, answer: (key: number) => unknown, takesPart = true): Promise<Running> {
  const server = createServer(({ url = '' }, response) => {
    response.end(JSON.stringify(answer(Number(url.slice(1)))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return {
    contender: {
      name,
      title: name,
      isJoinery: false,
      start: () => Promise.reject(new Error('It runs already.')),
      requestsFor: (_, key) => (takesPart ? [{ method: 'GET', path: `/${key}`, headers: {} }] : []),
      answerOf: (_, [body]) => plainAnswer(body),
    },
    server: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      pid: process.pid,
      stop: () => Promise.resolve(),
    },
  };
}

it('accepts equal answers in different formats of numbers, timestamps, and cursors', async () => {
  const one = await run('one', (id) => ({
    items: [{ id, total: 12.5, placed_at: '2021-01-01T00:11:00Z' }],
    endCursor: 'WzFd',
  }));
  const other = await run('other', (id) => ({
    endCursor: 17,
    items: [{ placed_at: '2021-01-01T00:11:00.000000+00:00', id, total: '12.50' }],
  }));
  await expect(checkAnswers(list, [one, other])).resolves.toBeUndefined();
});

it('reports the key and both answers if one key differs', async () => {
  const one = await run('one', (id) => [{ id }]);
  const other = await run('other', (id) => [{ id: id === 20 ? 21 : id }]);
  await expect(checkAnswers(list, [one, other])).rejects.toThrow(
    'Answers to "list" with key 20 differ.\none: [{"id":20}]\nother: [{"id":21}]',
  );
});

it('rejects a page with a cursor against a page without one', async () => {
  const one = await run('one', () => ({ endCursor: 'WzFd' }));
  const other = await run('other', () => ({ endCursor: null }));
  await expect(checkAnswers(list, [one, other])).rejects.toThrow('differ');
});

it('names the contender that has no answer', async () => {
  const one = await run('one', () => null);
  await expect(checkAnswers(list, [one])).rejects.toThrow('one has no answer to "list"');
});

it('skips a contender that does not run the workload', async () => {
  const one = await run('one', (id) => [{ id }]);
  const other = await run('other', () => [], false);
  await expect(checkAnswers(list, [one, other])).resolves.toBeUndefined();
});

it('the mixed workload contains 10% changes', () => {
  const mixed = workloads.find(({ name }) => name === 'mixed') ?? list;
  const drawn = Array.from({ length: 100 }, (_, key) => questionOf(mixed, key + 1));
  expect(drawn.filter((question) => question === 'create' || question === 'update')).toHaveLength(10);
});
