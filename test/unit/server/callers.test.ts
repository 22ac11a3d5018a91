import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Connections } from '../../../src/server/overload/connections.ts';
import { PendingResponses } from '../../../src/server/overload/pending-responses.ts';

it('a request of a disconnected client starts with an aborted signal', async () => {
  const callers = new PendingResponses(new Connections(() => undefined), 1000);
  const gone = new Socket().destroy();
  expect(await callers.wait(gone, false, async ({ signal }) => signal.aborted)).toBe(true);
  expect(await callers.wait(new Socket(), false, async ({ signal }) => signal.aborted)).toBe(false);
});
