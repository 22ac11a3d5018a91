import { describe, expect, it } from 'vitest';
import { readWritten } from '../../../../src/dialect/mysql-family/sql/mutations/change-columns.ts';
import type { ReturningValue } from '../../../../src/sql/write-query.ts';

const metadataColumn = { key: '_etag', value: { kind: 'hash', columns: [] } } as const;
const one = (metadataCount: number): ReturningValue => ({
  kind: 'one',
  query: { alias: '1', key: [], entries: [] },
  metadata: Array.from({ length: metadataCount }, () => metadataColumn),
});

describe('a written row with metadata', () => {
  const read = readWritten({ alias: '1', captures: [], values: [one(2)] });

  it('reads data and metadata in order', () => {
    expect(read([{ rows: [['1', '{"id":1}', 'hash', '1']] }])).toMatchObject({
      affected: 1,
      values: ['{"id":1}', 'hash', '1'],
    });
  });

  it('has null values if the role cannot see the row', () => {
    expect(read([{ rows: [['1', '', 'hash', '1']] }])).toMatchObject({ affected: 1, values: [null, null, null] });
    expect(read([{ rows: [] }])).toMatchObject({ affected: 0, values: [null, null, null] });
  });

  it('has only unfiltered metadata if the role cannot see the row', () => {
    const value: ReturningValue = {
      ...one(0),
      kind: 'one',
      metadata: [metadataColumn, { ...metadataColumn, unfiltered: true }],
    };
    const readHidden = readWritten({ alias: '1', captures: [], values: [value] });
    expect(readHidden([{ rows: [['1', '', 'hash', '']] }])).toMatchObject({ affected: 1, values: [null, null, ''] });
    expect(readHidden([{ rows: [] }])).toMatchObject({ affected: 0, values: [null, null, null] });
  });
});
