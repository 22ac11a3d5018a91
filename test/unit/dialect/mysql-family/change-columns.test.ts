import { describe, expect, it } from 'vitest';
import { readWritten } from '../../../../src/dialect/mysql-family/sql/change-columns.ts';
import type { ReturningValue } from '../../../../src/sql/write-query.ts';

const fact = { key: '_etag', value: { kind: 'hash', columns: [] } } as const;
const one = (facts: number): ReturningValue => ({
  kind: 'one',
  query: { alias: '1', key: [], entries: [] },
  apart: Array.from({ length: facts }, () => fact),
});

describe('a row that was written, and its facts', () => {
  const read = readWritten({ alias: '1', captures: [], values: [one(2)] });

  it('follow each other', () => {
    expect(read([{ rows: [['1', '{"id":1}', 'hash', '1']] }])).toMatchObject({
      affected: 1,
      values: ['{"id":1}', 'hash', '1'],
    });
  });

  it('are nothing where the role may not see it', () => {
    expect(read([{ rows: [['1', '', 'hash', '1']] }])).toMatchObject({ affected: 1, values: [null, null, null] });
    expect(read([{ rows: [] }])).toMatchObject({ affected: 0, values: [null, null, null] });
  });

  it('include unfiltered facts of a row that the role may not see, and no others', () => {
    const value: ReturningValue = { ...one(0), kind: 'one', apart: [fact, { ...fact, unfiltered: true }] };
    const readHidden = readWritten({ alias: '1', captures: [], values: [value] });
    expect(readHidden([{ rows: [['1', '', 'hash', '']] }])).toMatchObject({ affected: 1, values: [null, null, ''] });
    expect(readHidden([{ rows: [] }])).toMatchObject({ affected: 0, values: [null, null, null] });
  });
});
