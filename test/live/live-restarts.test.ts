import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type FollowedTitle, followTitle } from '../http/support/follow-title.ts';
import { startWorkers, type WorkersService, workersConfiguration } from './workers-support.ts';

/** Milliseconds. Subscribers receive changes by signals only. */
const NEVER = 3_600_000;

const runtime = { live: { enabled: true, 'interval-ms': 20, 'fallback-ms': NEVER, signals: { notify: true } } };

/** Close code on which clients reconnect. https://www.iana.org/assignments/websocket */
const RESTART = 1012;

/** The trigger of the page. */
const trigger = [
  ...readFileSync(new URL('../../docs/live-signals.md', import.meta.url), 'utf8').matchAll(/```sql\n([^`]*)```/g),
]
  .slice(0, 2)
  .map(([, text = '']) => text.replaceAll('orders', 'notes'));

interface Subscriber extends FollowedTitle {
  /** Codes with which its sockets were closed. */
  readonly closeCodes: readonly number[];
}

function subscribe({ origin }: WorkersService): Subscriber {
  const closeCodes: number[] = [];
  const title = followTitle(origin, {
    query: 'note_by_pk(id: 1) { title: text }',
    root: 'note_by_pk',
    connectionParams: { 'x-api-role': 'writer' },
    on: { closed: (event) => void closeCodes.push((event as CloseEvent).code) },
  });
  return { ...title, closeCodes };
}

/** Subscribes on sockets of all workers. */
async function subscribeOften(service: WorkersService): Promise<readonly Subscriber[]> {
  const subscribers = Array.from({ length: 8 }, () => subscribe(service));
  await expectAll(subscribers, 'row 1');
  return subscribers;
}

async function expectAll(subscribers: readonly Subscriber[], title: string): Promise<void> {
  for (const subscriber of subscribers) await subscriber.until(title);
}

async function rename({ origin }: WorkersService, text: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-role': 'writer' };
  const body = JSON.stringify({ text });
  expect((await fetch(`${origin}/api/Note/1`, { method: 'PATCH', headers, body })).status).toBe(200);
}

it('subscribers of all workers receive changes of each worker, and changes by SQL', async () => {
  const service = await startWorkers('live_workers', { runtime });
  for (const statement of trigger) await service.query(statement);
  const subscribers = await subscribeOften(service);
  for (let time = 0; time < 4; time += 1) {
    await rename(service, `API ${time}`);
    await expectAll(subscribers, `API ${time}`);
  }
  await service.query("update notes set text = 'SQL' where id = 1");
  await expectAll(subscribers, 'SQL');
});

it('subscribers of a killed worker reconnect, and receive the newest state', async () => {
  const service = await startWorkers('live_worker_killed', { runtime });
  const subscribers = await subscribeOften(service);
  const [worker = 0] = service.workers();
  process.kill(worker, 'SIGKILL');
  await service.query("update notes set text = 'missed' where id = 1");
  await expect.poll(() => subscribers.some(({ closeCodes }) => closeCodes.length > 0)).toBe(true);
  const lost = subscribers.filter(({ closeCodes }) => closeCodes.length > 0);
  expect(lost.length).toBeLessThan(subscribers.length);
  await expectAll(lost, 'missed');
  await expect.poll(() => service.workers().filter((pid) => pid !== worker).length).toBe(2);
  await rename(service, 'again');
  await expectAll(subscribers, 'again');
});

it('subscribers reconnect when workers are replaced', async () => {
  const service = await startWorkers('live_reload', { runtime });
  const subscribers = await subscribeOften(service);
  const before = service.workers();
  await service.reload(workersConfiguration(service.databaseUrl, { runtime }));
  await expect.poll(() => subscribers.map(({ closeCodes }) => closeCodes)).toEqual(subscribers.map(() => [RESTART]));
  await expect.poll(() => service.workers().filter((pid) => before.includes(pid))).toEqual([]);
  await rename(service, 'replaced');
  await expectAll(subscribers, 'replaced');
});

it.each([1, 2])('subscribers reconnect when a service with %i processes restarts', async (workers) => {
  const service = await startWorkers('live_restart', { runtime, workers, host: { 'drain-ms': 1_000 } });
  const subscribers = await subscribeOften(service);
  expect(await service.stop()).toBe(0);
  expect(subscribers.map(({ closeCodes: [first] }) => first)).toEqual(subscribers.map(() => RESTART));
  await service.query("update notes set text = 'while stopped' where id = 1");
  await service.start();
  await expectAll(subscribers, 'while stopped');
  await rename(service, 'again');
  await expectAll(subscribers, 'again');
});
