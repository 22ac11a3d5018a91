import type { FaultDatabase } from '../database/fault-database.ts';

/** Differences from the default configuration. */
export interface Changes {
  readonly source?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, number>>;
  /** `runtime.live` */
  readonly live?: object;
}

const permissions = [{ role: 'anonymous', actions: ['*'] }];

/** Returns the configuration of the service, with defaults except for the changes. */
export const configurationFor = (
  database: FaultDatabase,
  { source = {}, limits = {}, live = {} }: Changes,
): object => ({
  'data-source': { 'database-type': database.type, 'connection-string': database.connectionString, ...source },
  runtime: { limits, live },
  entities: {
    Entry: { source: 'entries', permissions },
    Seat: { source: 'seats', permissions },
    Thing: { source: 'things', permissions },
    Other: { source: 'others', permissions },
    Page: { source: 'pages', permissions },
    Pause: {
      source: { object: 'pauses', type: 'view', 'key-fields': ['ms'] },
      permissions: [{ role: 'anonymous', actions: ['read'] }],
    },
  },
});
