import { mkdtempSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Webhook } from '../../../src/audit/webhook.ts';
import type { Observation } from '../../../src/base/observation.ts';

interface Receiver {
  readonly url: string;
  readonly received: number[];
  readonly headers: (string | undefined)[];
  status: number;
}

async function startReceiver(): Promise<Receiver> {
  const received: number[] = [];
  const headers: (string | undefined)[] = [];
  const receiver = { url: '', received, headers, status: 204 };
  const server: Server = createServer(async (request, response) => {
    const body = await text(request);
    headers.push(request.headers['content-type'], request.headers.authorization);
    if (receiver.status < 300)
      received.push(
        ...body
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).number),
      );
    response.writeHead(receiver.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
}

const newSpool = (): string => join(mkdtempSync(join(tmpdir(), 'joinery-spool-')), 'spool');

function openWebhook(url: string, spool: string, spoolBytes = 10_000_000) {
  const observed: Observation['kind'][] = [];
  const target = { kind: 'webhook', url, spool, spoolBytes, authorization: 'Bearer secret' } as const;
  const webhook = new Webhook(target, 'never', { observe: ({ kind }) => observed.push(kind) });
  return { webhook, observed };
}

const linesOf = (from: number, count: number, size = 10): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify({ number: from + index, text: 'x'.repeat(size) })}\n`);

const numbersOf = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

describe('the webhook', () => {
  it('receives lines in order, in batches', async () => {
    const receiver = await startReceiver();
    const { webhook } = openWebhook(receiver.url, newSpool());
    await webhook.append(linesOf(0, 500));
    await webhook.append(linesOf(500, 500));
    await expect.poll(() => receiver.received).toEqual(numbersOf(0, 1000));
    expect(receiver.headers.slice(0, 2)).toEqual(['application/x-ndjson', 'Bearer secret']);
    expect(receiver.headers.length).toBeLessThan(20);
    await webhook.close();
  });

  it('receives a line that is longer than a batch', async () => {
    const receiver = await startReceiver();
    const { webhook } = openWebhook(receiver.url, newSpool());
    await webhook.append([...linesOf(0, 2), ...linesOf(2, 1, 1_000_000), ...linesOf(3, 2)]);
    await expect.poll(() => receiver.received).toEqual(numbersOf(0, 5));
    await webhook.close();
  });

  it('receives all lines although it fails for a while', async () => {
    const receiver = await startReceiver();
    receiver.status = 500;
    const { webhook, observed } = openWebhook(receiver.url, newSpool());
    expect(await webhook.append(linesOf(0, 10))).toEqual({ count: 10 });
    await expect.poll(() => receiver.headers.length).toBeGreaterThan(3);
    expect(observed).toEqual(['auditDelayed']);
    receiver.status = 200;
    await expect.poll(() => receiver.received).toEqual(numbersOf(0, 10));
    await webhook.close();
  });

  it('receives the rest after a restart, and no line twice after a clean stop', async () => {
    const [receiver, spool] = [await startReceiver(), newSpool()];
    const first = openWebhook(receiver.url, spool).webhook;
    await first.append(linesOf(0, 10));
    await expect.poll(() => receiver.received.length).toBe(10);
    receiver.status = 503;
    await first.append(linesOf(10, 10));
    await first.close();
    receiver.status = 200;
    const second = openWebhook(receiver.url, spool).webhook;
    await second.append(linesOf(20, 10));
    await expect.poll(() => receiver.received).toEqual(numbersOf(0, 30));
    await second.close();
  });

  it('receives lines that were written before a start without new lines', async () => {
    const [receiver, spool] = [await startReceiver(), newSpool()];
    receiver.status = 503;
    const first = openWebhook(receiver.url, spool).webhook;
    await first.append(linesOf(0, 3));
    await first.close();
    receiver.status = 200;
    const second = openWebhook(receiver.url, spool).webhook;
    await expect.poll(() => receiver.received).toEqual(numbersOf(0, 3));
    await second.close();
  });

  it('deletes delivered segments', async () => {
    const [receiver, spool] = [await startReceiver(), newSpool()];
    const { webhook } = openWebhook(receiver.url, spool);
    for (let from = 0; from < 400; from += 10) await webhook.append(linesOf(from, 10, 10_000));
    await expect.poll(() => receiver.received.length).toBe(400);
    await expect.poll(() => readdirSync(spool).filter((name) => name.endsWith('.jsonl')).length).toBeLessThan(2);
    await webhook.close();
  });

  it('accepts no lines while its spool is full', async () => {
    const { webhook } = openWebhook('http://127.0.0.1:9/', newSpool(), 1000);
    expect(await webhook.append(linesOf(0, 10))).toEqual({ count: 10 });
    expect(await webhook.append(linesOf(10, 100))).toMatchObject({ count: 0, error: expect.any(Error) });
    await webhook.close();
  });
});
