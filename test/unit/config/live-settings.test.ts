import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/read-config.ts';
import { read, withEntities } from './with-file.ts';

const everyKey = fileURLToPath(new URL('fixtures/every-key.jsonc', import.meta.url));

describe('settings of live queries', () => {
  it('are read', () => {
    expect(readConfig(everyKey, {}).config.runtime.live).toEqual({
      enabled: true,
      interval: 500,
      fallback: 2000,
      streamDelay: 3000,
      maxPerCaller: 10,
      maxTotal: 500,
      maxStalled: 5000,
      revokeRole: 'operator',
      signals: {
        redis: { url: 'redis://127.0.0.1:6379', channel: 'shop:changes' },
        notify: 'shop_changes',
        notifiedFallback: 60_000,
      },
    });
  });

  it('have defaults', () => {
    expect(read(withEntities({})).runtime.live).toEqual({
      enabled: false,
      interval: 250,
      fallback: 1000,
      streamDelay: 1000,
      maxPerCaller: 100,
      maxTotal: 10_000,
      maxStalled: 30_000,
      signals: { notifiedFallback: 30_000 },
    });
  });
});
