import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from './support/serve.ts';

/** Sends a request on a keep-alive connection and returns the status of the response. */
async function request(socket: Socket, query: string): Promise<string> {
  socket.write(`GET /graphql?query={${query}} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return String((await once(socket, 'data'))[0]).slice(9, 12);
}

test('an immediate retry after a 503 is delayed longer than the first rejection of other clients', async () => {
  const { origin, application } = await serve();
  const [hasty, other] = [0, 0].map(() => connect(Number(new URL(origin).port), '127.0.0.1')) as [Socket, Socket];
  onTestFinished(() => void [hasty, other].map((socket) => socket.destroy()));
  const order: string[] = [];
  const note = (who: string) => (status: string) => void order.push(`${who} ${status}`);
  await request(hasty, 'unavailable').then(note('hasty'));
  application.isFull.reads = true;
  const again = request(hasty, 'role').then(note('hasty again'));
  await request(other, 'role').then(note('other'));
  await again;
  // Successful responses are not delayed.
  application.isFull.reads = false;
  const refused = request(hasty, 'unavailable').then(note('hasty at last'));
  await request(other, 'role').then(note('other'));
  await refused;
  expect(order).toEqual(['hasty 503', 'other 503', 'hasty again 503', 'other 200', 'hasty at last 503']);
});
