import { expect, inject, it } from 'vitest';
import { isLong } from '../support/long-run.ts';
import { onPush, scenarios } from './scenarios.ts';

/** Milliseconds. */
const TIMEOUT = 300_000;

/** All scenarios except `overload`, whose rates only `npm run faults` checks. On each push, three scenarios run. */
const faults = scenarios.filter(({ name }) => (isLong ? name !== 'overload' : onPush.includes(name)));

const NO_POOLER = inject('pgbouncer') === undefined ? 'pgbouncer is not installed.' : undefined;

/** Reasons why scenarios cannot run on this machine. */
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
