import { describe, expect, it } from 'vitest';
import { assembleAnswer, assembleWithMetadata, type StepResults } from '../../../src/app/answer.ts';
import type { ScriptRoot } from '../../../src/store/script.ts';
import { rowOf } from '../execute/steps.ts';

const scriptOf = (...roots: readonly ScriptRoot[]) => ({ requests: [], rowPaths: [], entities: [], roots });

const results = (given: Partial<StepResults>): StepResults => ({
  values: [],
  outcomes: [],
  introspect: () => '{}',
  ...given,
});

describe('assembleWithMetadata', () => {
  const read = scriptOf({ kind: 'value', key: 'value', index: 0, metadata: ['_etag', 'endCursor'] });
  const changed = scriptOf({ kind: 'writtenRow', key: 'value', steps: [0, 2], metadata: ['_etag'] });

  it('returns data and metadata as separate strings, exactly as the database wrote them', () => {
    expect(assembleWithMetadata(read, results({ values: ['{ "id":1.50}', 'a"b', null] }))).toEqual({
      data: '{ "id":1.50}',
      metadata: { _etag: 'a"b', endCursor: null },
    });
  });

  it('returns null data and null metadata if there is no row', () => {
    const nothing = { data: 'null', metadata: { _etag: null, endCursor: null } };
    expect(assembleWithMetadata(read, results({ values: [null] }))).toEqual(nothing);
    expect(assembleWithMetadata(changed, results({}))).toEqual({ data: 'null', metadata: { _etag: null } });
  });

  it('uses the result of the last step that ran', () => {
    const [first, other] = [rowOf({ values: ['{"id":1}', 'old'] }), rowOf({ values: ['{"id":2}', 'new'] })];
    const assembled = assembleWithMetadata(changed, results({ outcomes: [first, rowOf({}), other] }));
    expect(assembled).toEqual({ data: '{"id":2}', metadata: { _etag: 'new' } });
    expect(assembleWithMetadata(changed, results({ outcomes: [first, undefined, undefined] })).metadata).toEqual({
      _etag: 'old',
    });
  });

  it('returns a list of items without metadata for rows created together', () => {
    const created = scriptOf({ kind: 'items', key: 'items', steps: [0, 1], index: 0, form: 'each' });
    const outcomes = [rowOf({ values: ['{"id":1}'] }), rowOf({ values: [null] })];
    expect(assembleWithMetadata(created, results({ outcomes }))).toEqual({ data: '[{"id":1}]', metadata: {} });
  });
});

it('assembleAnswer returns roots under their keys, in order, without metadata', () => {
  const roots = [
    { kind: 'value', key: 'b', index: 1 },
    { kind: 'constant', key: '__typename', json: '"Query"' },
    { kind: 'value', key: 'a', index: 0 },
  ] as const;
  expect(assembleAnswer(scriptOf(...roots), results({ values: ['[1]', null] }))).toEqual({
    data: '{"b":null,"__typename":"Query","a":[1]}',
    metadata: {},
  });
});
