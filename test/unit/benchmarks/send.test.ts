import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Order } from '../../../benchmarks/load/order.ts';
import { evenly } from '../../../benchmarks/load/pace.ts';
import { send } from '../../../benchmarks/load/send.ts';

/** An order of short answers for a server that listens until the test has ended. */
async function orderFor(listener: RequestListener): Promise<Order> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => ({ method: 'GET' as const, path, headers: {} });
  return {
    origin: `http://127.0.0.1:${port}`,
    answers: [[get('/1'), get('/2')], [get('/3')]],
    connections: 1,
    seconds: 0.1,
    rate: 100,
  };
}

it('answers are asked for in turn, the requests of each one after another', async () => {
  const paths: (string | undefined)[] = [];
  const order = await orderFor(({ url }, response) => {
    paths.push(url);
    response.end('{}');
  });
  const { answers, p50, p99 } = await send(order);
  expect(answers).toBe(10);
  const counted = Array.from({ length: 5 }, () => ['/1', '/2', '/3']).flat();
  expect(paths).toEqual(['/1', '/2', ...counted]);
  expect(p99).toBeGreaterThanOrEqual(p50);
});

it('a constant rate is as many answers, evenly spaced, however late they are asked for', async () => {
  const pace = evenly(1000, 0.02);
  const dues: number[] = [];
  for (let due = await pace.next(); due !== undefined; due = await pace.next()) dues.push(due);
  expect(dues.length).toBe(20);
  dues.forEach((due, index) => {
    expect(due - (dues[0] ?? 0)).toBeCloseTo(index, 6);
  });
});

it('who waits because the server stood still is counted as waiting', async () => {
  let requests = 0;
  const order = await orderFor((_, response) => {
    requests += 1;
    // The first two open the connection.
    if (requests === 3) setTimeout(() => response.end('{}'), 300);
    else response.end('{}');
  });
  // Ten are due in the tenth of a second in which nothing is answered: none of them within less than 200 ms.
  expect((await send(order)).p50).toBeGreaterThan(190);
});

it('without a rate, connections ask until the time is over', async () => {
  const { rate: _, ...order } = await orderFor((__, response) => response.end('{}'));
  const { answers, seconds } = await send({ ...order, connections: 3 });
  expect(answers).toBeGreaterThanOrEqual(3);
  expect(seconds).toBeGreaterThanOrEqual(0.1);
});

it.each([
  ['a status', 500, 'broken'],
  ['an error of GraphQL', 200, '{"data":null,"errors":[{"message":"broken"}]}'],
])('%s ends the measurement', async (_, status, body) => {
  const order = await orderFor((__, response) => response.writeHead(status).end(body));
  await expect(send(order)).rejects.toThrow(/GET \/1 was answered \d+: .*broken/);
});

it('errors of GraphQL that are asked for do not', async () => {
  const order = await orderFor((_, response) => response.end('{"errors":[{}]}'));
  expect((await send({ ...order, mayFail: true })).answers).toBe(10);
});
