import { join } from 'node:path';
import type { ConfigFile } from '../../src/config/schema/config-schema.ts';

type Runtime = NonNullable<ConfigFile['runtime']>;

/** A limit that the benchmark does not reach. */
const LARGE = 1_000_000_000;

/** Settings of `runtime`. The second case is equal to the first, and shows the spread. */
export const observabilityCases: Readonly<Record<string, (folder: string) => Runtime>> = {
  off: () => ({}),
  'off again': () => ({}),
  metrics: () => ({ metrics: true }),
  'access log': () => ({ 'access-log': true }),
  audit: (folder) => ({ audit: auditIn(folder, 'never') }),
  'all three': (folder) => ({ metrics: true, 'access-log': true, audit: auditIn(folder, 'never') }),
  'all three, forced to disk': (folder) => ({ metrics: true, 'access-log': true, audit: auditIn(folder, 'always') }),
  'rate limit': () => ({ 'rate-limit': { requests: LARGE } }),
  'rate limit and database time': () => ({ 'rate-limit': { requests: LARGE, 'database-time-ms': LARGE } }),
};

const auditIn = (folder: string, sync: 'always' | 'never'): Runtime['audit'] => ({
  file: join(folder, 'audit.jsonl'),
  sync,
});

/** Numbers of concurrent requests. The more there are, the more lines share a write. */
export const CONCURRENCIES = [8, 64] as const;
