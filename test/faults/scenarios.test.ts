import { expect, inject, it } from 'vitest';
import { isLong } from '../support/long-run.ts';
import { onPush, scenarios } from './scenarios.ts';

/** Milliseconds. */
const TIMEOUT = 300_000;

/** All but the one that is about rates, which only `npm run faults` plays; on each push three. */
const faults = scenarios.filter(({ name }) => (isLong ? name !== 'overload' : onPush.includes(name)));

const NO_POOLER = inject('pgbouncer') === undefined ? 'pgbouncer is not installed.' : undefined;

/** Why a scenario cannot be played on this machine. */
const obstacles: Readonly<Record<string, string | undefined>> = {
  'disk-full': process.getuid?.() === 0 ? undefined : 'Only root can make a small disk.',
  'transaction-pooler-restarted': NO_POOLER,
  'session-pooler-restarted': NO_POOLER,
};

it.for(faults)('$name', { timeout: TIMEOUT }, async ({ name, run }, { skip }) => {
  const obstacle = obstacles[name];
  if (obstacle !== undefined) skip(obstacle);
  const { violated, acknowledged } = await run('short', 'postgres');
  expect(violated, violated.join(', ')).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});
