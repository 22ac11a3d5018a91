import { describe, expect, it } from 'vitest';
import { formatPayloads, parsePayload, tableKey } from '../../../src/live/signals/change-payloads.ts';

describe('payloads of changes', () => {
  it('are split below 8000 bytes, and keep every table', () => {
    const tables = new Set(
      Array.from({ length: 500 }, (_, index) => tableKey({ schema: 'é'.repeat(20), name: `t${index}` })),
    );
    const payloads = formatPayloads(tables, 'one');
    expect(payloads.length).toBeGreaterThan(1);
    expect(payloads.filter((payload) => Buffer.byteLength(payload) >= 8000)).toEqual([]);
    const parsed = payloads.map(parsePayload);
    expect(new Set(parsed.map(({ from }) => from))).toEqual(new Set(['one']));
    expect(new Set(parsed.flatMap((payload) => [...(payload.tables ?? [])]))).toEqual(tables);
  });

  it('distinguish names with a dot', () => {
    expect(tableKey({ schema: 'a.b', name: 'c' })).not.toBe(tableKey({ schema: 'a', name: 'b.c' }));
  });

  it('of a trigger name one table', () => {
    expect(parsePayload('{"schema":"public","table":"orders"}')).toEqual({
      tables: new Set([tableKey({ schema: 'public', name: 'orders' })]),
    });
  });

  it.each(['', '{', 'null', '5', '{}', '{"table":5}', '{"tables":"x"}'])(
    'mean a change of anything if they have no table: %s',
    (text) => {
      expect(parsePayload(text).tables).toBeUndefined();
    },
  );

  it('without tables mean a change of anything', () => {
    expect(formatPayloads(undefined, 'one').map(parsePayload)).toEqual([{ from: 'one', tables: undefined }]);
  });
});
