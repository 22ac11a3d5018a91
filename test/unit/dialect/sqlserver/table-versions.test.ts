import { expect, it } from 'vitest';
import { readSqlserverTableVersions } from '../../../../src/dialect/sqlserver/catalog/introspect.ts';
import { mistakesIn } from '../../../support/tsql-grammar.ts';

// No test runs the statement on SQL Server.
it('reads the versions of tracked tables by one statement', { timeout: 300_000 }, async () => {
  const sent: { readonly text: string; readonly values: readonly unknown[] }[] = [];
  const tables = [
    { schema: 'dbo', name: 'orders' },
    { schema: 'sales', name: "o'brien]s" },
  ];
  const rows = [{ ...tables[0], version: '17 0 3' }];
  const versions = await readSqlserverTableVersions(async (text, values) => {
    sent.push({ text, values });
    return rows;
  }, tables);
  expect(versions).toEqual(rows);
  expect(sent.map(({ values }) => values)).toEqual([[JSON.stringify(tables)]]);
  const [{ text } = { text: '' }] = sent;
  expect(mistakesIn(text)).toEqual([]);
  expect(text).toMatchInlineSnapshot(`
    "select [t].[schema], [t].[name],
      concat(change_tracking_current_version(), N' ', [c].[min_valid_version], N' ', [c].[begin_version]) as [version]
      from openjson(@p0) with ([schema] nvarchar(128) '$.schema', [name] nvarchar(128) '$.name') as [t]
      join sys.change_tracking_tables as [c]
        on [c].[object_id] = object_id(concat(quotename([t].[schema]), N'.', quotename([t].[name])))
      where change_tracking_current_version() is not null
        and databasepropertyex(db_name(), N'Updateability') = N'READ_WRITE'"
  `);
});
