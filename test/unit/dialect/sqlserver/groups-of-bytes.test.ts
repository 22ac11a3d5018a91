import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { sqlserver } from '../../../../src/dialect/sqlserver/dialect.ts';
import type { FieldType } from '../../../../src/model/model.ts';
import { column } from '../../../../src/sql/fragment.ts';
import { printSql } from '../../../../src/sql/print.ts';
import { openOfflineShop } from '../../../support/offline-shop.ts';
import { mistakesIn } from '../../../support/tsql-grammar.ts';

it('distinguishes binary values that differ only in trailing zeros', { timeout: 300_000 }, () => {
  const shop = openOfflineShop('sqlserver');
  const { statements } = shop.explain({
    document: parse(
      '{ products_connection { groupBy(fields: [thumbnail], orderBy: [{ fields: { thumbnail: ASC } }]) { fields { thumbnail } aggregations { count(field: thumbnail, distinct: true) } } } }',
    ),
    operationName: undefined,
    variables: {},
    identity: { role: 'staff', claims: {} },
  });
  const text = statements[0]?.text ?? '';
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(
    /convert\(varbinary\(max\), min\(convert\(varchar\(max\), (\[\d+\]\.\[thumbnail\]), 2\)\), 2\) as \[f0\], count_big\(distinct convert\(varchar\(max\), \1, 2\)\) as \[a0\] .* group by convert\(varchar\(max\), \1, 2\)/,
  );
  expect(text).toMatch(/order by .*convert\(varchar\(max\), \[\d+\]\.\[f0\], 2\)/);
  expect(mistakesIn(text)).toEqual([]);
});

it('does not convert fixed-length binary values', () => {
  const type: FieldType = { scalar: 'Base64String', list: false, native: 'binary(8)', asText: false };
  const key = sqlserver.operands.groupKey(column('1', 'c'), type);
  expect(printSql(key, sqlserver).text).toBe('[1].[c]');
});
