import { expect, it } from 'vitest';
import { checksAsStrings } from '../../../../src/model/build/build-model.ts';
import type { Catalog } from '../../../../src/model/catalog.ts';

const column = (name: string, labels: object): object => ({
  name,
  type: { scalar: 'String', native: 'nvarchar(20)', enum: { schema: 'dbo', name, labels: ['A', 'B'], ...labels } },
});

it('a column with a CHECK on labels is a string, and a column with an enum type stays an enum', () => {
  const catalog = { objects: [{ columns: [column('status', { byCheck: true }), column('mood', {})] }] };
  const [object] = checksAsStrings(catalog as unknown as Catalog).objects;
  expect(object?.columns.map(({ type }) => type.enum?.labels)).toEqual([undefined, ['A', 'B']]);
});
