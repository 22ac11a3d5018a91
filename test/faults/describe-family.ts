import { expect, it } from 'vitest';
import type { FamilyName } from '../support/create-on-mysql-family.ts';
import { isLong } from '../support/long-run.ts';
import { describeOn } from '../support/servers.ts';
import { onPush, scenarios } from './scenarios.ts';

/** Milliseconds. */
const TIMEOUT = 300_000;

/** Faults of the database. Faults of clients and of the service do not depend on the store: they run on PostgreSQL. */
const faults = [
  'killed-and-restarted',
  'sessions-terminated',
  'sessions-frozen',
  'table-locked',
  'connection-limit',
  'read-only',
];

/** Tests the scenarios of one store. Each store has a file of its own, so that the stores run side by side. */
export function describeFamily(store: FamilyName): void {
  describeOn(store, `faults of ${store}`, () => {
    it.for(scenarios.filter(({ name }) => (isLong ? faults : onPush).includes(name)))(
      '$name',
      { timeout: TIMEOUT },
      async ({ run }) => {
        const { violated, acknowledged } = await run('short', store);
        expect(violated, violated.join(', ')).toEqual([]);
        expect(acknowledged).toBeGreaterThan(0);
      },
    );
  });
}
