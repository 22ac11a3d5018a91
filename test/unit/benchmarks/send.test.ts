import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Order } from '../../../benchmarks/load/order.ts';
import { evenly } from '../../../benchmarks/load/pace.ts';
import { send } from '../../../benchmarks/load/send.ts';

/** Returns an order for short requests to a server that listens until the test ends. */
async function orderFor(listener: RequestListener): Promise<Order> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => ({ method: 'GET' as const, path, headers: {} });
  return {
    origin: `http://127.0.0.1:${port}`,
    requestLists: [[get('/1'), get('/2')], [get('/3')]],
    connections: 1,
    seconds: 0.1,
    rate: 100,
  };
}

it('send repeats the answers in order, and sends the requests of each in sequence', async () => {
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

it('evenly spaces the requests of a constant rate', async () => {
  const pace = evenly(1000, 0.02);
  const dues: number[] = [];
  for (let due = await pace.next(); due !== undefined; due = await pace.next()) dues.push(due);
  expect(dues.length).toBe(20);
  dues.forEach((due, index) => {
    expect(due - (dues[0] ?? 0)).toBeCloseTo(index, 6);
  });
});

it('latency includes the time that requests wait for a stalled server', async () => {
  let requests = 0;
  const order = await orderFor((_, response) => {
    requests += 1;
    // The first two requests open the connection.
    if (requests === 3) setTimeout(() => response.end('{}'), 300);
    else response.end('{}');
  });
  // Ten requests are due in 0.1 s, and none is answered in less than 200 ms.
  expect((await send(order)).p50).toBeGreaterThan(190);
});

it('connections send until the time is over if no rate is set', async () => {
  const { rate: _, ...order } = await orderFor((__, response) => response.end('{}'));
  const { answers, seconds } = await send({ ...order, connections: 3 });
  expect(answers).toBeGreaterThanOrEqual(3);
  expect(seconds).toBeGreaterThanOrEqual(0.1);
});

it.each([
  ['a status', 500, 'broken'],
  ['an error of GraphQL', 200, '{"data":null,"errors":[{"message":"broken"}]}'],
])('%s stops the measurement', async (_, status, body) => {
  const order = await orderFor((__, response) => response.writeHead(status).end(body));
  await expect(send(order)).rejects.toThrow(/GET \/1 was answered \d+: .*broken/);
});

it('expected GraphQL errors do not stop the measurement', async () => {
  const order = await orderFor((_, response) => response.end('{"errors":[{}]}'));
  expect((await send({ ...order, mayFail: true })).answers).toBe(10);
});
