import { describe, expect, it } from 'vitest';
import type { QueryRows } from '../../../../src/dialect/introspection.ts';
import type { TypeRow } from '../../../../src/dialect/sqlserver/catalog/catalog-rows.ts';
import {
  introspectSqlserver,
  readJsonColumn,
  readLabels,
  readSqlserverVersionHash,
  versionQuery,
} from '../../../../src/dialect/sqlserver/catalog/introspect.ts';
import { introspectQuery } from '../../../../src/dialect/sqlserver/catalog/introspect-query.ts';
import { readType, resolveType } from '../../../../src/dialect/sqlserver/catalog/types.ts';
import { mistakesIn } from '../../../support/tsql-grammar.ts';

// The first statement takes the parser seconds.
it.each([introspectQuery, versionQuery])(
  'queries of the catalog are valid T-SQL',
  { timeout: 300_000 },
  (statement) => {
    expect(mistakesIn(statement)).toEqual([]);
  },
);

describe('a CHECK constraint on string values', () => {
  const check = (definition: string, disabled = false) => ({ id: 1, name: 'c', position: 0, definition, disabled });

  it.each([
    ["([status]='PAID' OR [status]='NEW')", ['NEW', 'PAID']],
    ["([status]=N'it''s' OR [status]=N'b')", ['b', "it's"]],
    ["(([status]='A'))", ['A']],
    ["((status IN ('NEW', 'PAID')))", ['NEW', 'PAID']],
  ])('%s turns its column into an enum', (definition, labels) => {
    expect(readLabels(check(definition))).toEqual({ column: 'status', labels });
  });

  it.each([
    "([status]='A' OR [kind]='B')",
    "([status]='A' AND [status]='B')",
    "([status]='A' OR [status] IS NULL)",
    '([total]>(0))',
  ])('%s is not an enum', (definition) => {
    expect(readLabels(check(definition))).toBeUndefined();
  });

  it('is ignored if it is disabled', () => {
    expect(readLabels(check("([status]='A')", true))).toBeUndefined();
  });

  it.each(['(isjson([attributes])=(1))', '(isjson([attributes])>(0))', '((isjson(attributes) = 1))'])(
    '%s marks its column as JSON',
    (definition) => {
      expect(readJsonColumn(check(definition))).toBe('attributes');
    },
  );
});

describe('catalog types', () => {
  const type = (name: string, length = 0, precision = 0, scale = 0): TypeRow => ({
    type: name,
    length,
    precision,
    scale,
    collation: name.includes('char') ? 'SQL_Latin1_General_CP1_CI_AS' : null,
  });

  it.each([
    [type('nvarchar', 160), { native: 'nvarchar(80)', scalar: 'String', maxLength: 80, lengthUnit: 'utf16' }],
    [type('nvarchar', -1), { native: 'nvarchar(max)', scalar: 'String' }],
    [type('varchar', 10), { native: 'varchar(10)', scalar: 'String', maxLength: 10, lengthUnit: 'utf16' }],
    [type('numeric', 9, 10, 2), { native: 'decimal(10,2)', range: { min: '-99999999.99', max: '99999999.99' } }],
    [type('tinyint', 1, 3), { native: 'tinyint', scalar: 'Short', range: { min: '0', max: '255' } }],
    [type('money', 8, 19, 4), { native: 'money', scalar: 'Decimal', precision: 19, scale: 4 }],
    [type('datetime2', 7, 23, 3), { native: 'datetime2(3)', scalar: 'DateTime' }],
    [type('timestamp', 8), { native: 'binary(8)', scalar: 'Base64String' }],
    [type('varbinary', 16), { native: 'varbinary(16)', maxLength: 16, lengthUnit: 'byte' }],
    [type('xml', -1), { native: 'xml', scalar: 'String', asText: true, comparison: 'none' }],
    [type('hierarchyid', 892), { native: 'hierarchyid', scalar: 'String', asText: true }],
  ])('maps the row %o', (typeRow, expected) => {
    expect(resolveType(typeRow)).toMatchObject(expected);
  });
});

describe('the maximum length of a varchar', () => {
  const lengthBy = (collation: string | null) => {
    const { maxLength, lengthUnit } = resolveType({ type: 'varchar', length: 10, precision: 0, scale: 0, collation });
    return { maxLength, lengthUnit };
  };

  it.each(['Latin1_General_100_CI_AS_SC_UTF8', 'Japanese_XJIS_140_CI_AS_UTF8', 'latin1_general_100_bin2_utf8', null])(
    'counts UTF-8 bytes with collation %s',
    (collation) => {
      expect(lengthBy(collation)).toEqual({ maxLength: 10, lengthUnit: 'byte' });
    },
  );

  it.each(['Latin1_General_CI_AS', 'Cyrillic_General_CI_AS', 'SQL_Latin1_General_CP1_CI_AS'])(
    'counts characters with collation %s',
    (collation) => {
      expect(lengthBy(collation)).toEqual({ maxLength: 10, lengthUnit: 'utf16' });
    },
  );

  it.each(['Japanese_CI_AS', 'Chinese_PRC_CI_AS', 'Korean_Wansung_CI_AS'])(
    'is unknown with collation %s',
    (collation) => {
      expect(lengthBy(collation)).toEqual({ maxLength: undefined, lengthUnit: undefined });
    },
  );
});

describe('readType', () => {
  it.each([
    ['int', { native: 'int', scalar: 'Int' }],
    [' NVarChar ( 80 ) ', { native: 'nvarchar(80)', maxLength: 80, lengthUnit: 'utf16' }],
    ['nvarchar(max)', { native: 'nvarchar(max)' }],
    ['varbinary(16)', { native: 'varbinary(16)', maxLength: 16 }],
    ['char', { native: 'char(1)' }],
    ['decimal(12, 2)', { native: 'decimal(12,2)', precision: 12, scale: 2 }],
    ['numeric', { native: 'decimal(18,0)' }],
    ['datetime2', { native: 'datetime2(7)' }],
    ['time(3)', { native: 'time(3)', scalar: 'LocalTime' }],
    ['xml', { native: 'xml', asText: true }],
  ])('reads %s', (declared, expected) => {
    expect(readType(declared)).toMatchObject(expected);
  });

  it.each([
    '',
    'text[]',
    'int(4)',
    'decimal(39)',
    'decimal(5, 6)',
    'nvarchar(4001)',
    'varchar(0)',
    'char(max)',
    'time(8)',
    'money(1)',
    'int; drop table x',
    'dbo.own',
  ])('returns undefined for %s', (declared) => {
    expect(readType(declared)).toBeUndefined();
  });
});

describe('introspection', () => {
  const column = (position: number, name: string, properties: object = {}) => ({
    ...{ id: 1, position, name, type: 'int', length: 4, precision: 10, scale: 0, nullable: false, isIdentity: false },
    ...{ computed: false, period: 0, collation: null, hasDefault: false },
    ...properties,
  });
  const lists = {
    server: [{ major: 16, edition: 3, level: 160, compatible: null, schemaName: 'dbo' }],
    objects: [
      { id: 1, schemaName: 'dbo', name: 'orders', type: 'U', targetId: 1 },
      { id: 2, schemaName: 'dbo', name: 'restock', type: 'P', targetId: 2 },
      { id: 3, schemaName: 'sales', name: 'all_orders', type: 'SN', targetId: 1 },
    ],
    columns: [
      column(1, 'id', { isIdentity: true }),
      column(2, 'total', { computed: true }),
      column(3, 'version', { type: 'timestamp', length: 8 }),
      column(4, 'placed_at', { type: 'datetime2', scale: 7, nullable: true, hasDefault: true }),
    ],
    indexes: [
      { id: 1, name: 'pk', isPrimary: true, isUnique: true, filtered: false, columnName: 'id', descending: false },
      { id: 1, name: 'ux', isPrimary: false, isUnique: true, filtered: true, columnName: 'total', descending: false },
      {
        id: 1,
        name: 'ix',
        isPrimary: false,
        isUnique: false,
        filtered: false,
        columnName: 'placed_at',
        descending: true,
      },
    ],
    foreignKeys: [
      { id: 1, name: 'fk', columnName: 'total', targetSchema: 'sales', target: 'totals', targetColumn: 'id' },
    ],
    checks: [{ id: 1, name: 'ck', position: 2, definition: '([total]>(0))', disabled: false }],
    triggers: [{ id: 1, isInstead: false, event: 'insert' }],
    comments: [
      { id: 1, position: 0, text: 'What was ordered' },
      { id: 1, position: 4, text: 'When' },
    ],
    parameters: [
      { id: 2, position: 1, name: '@amount', type: 'int', length: 4, precision: 10, scale: 0, isOutput: false },
      { id: 2, position: 2, name: '@stock', type: 'int', length: 4, precision: 10, scale: 0, isOutput: true },
    ],
    modules: [
      { id: 2, text: 'create procedure restock @amount int = 5, @stock int output as begin set @stock = 1; end' },
    ],
  };
  const answering =
    (catalogRows: object): QueryRows =>
    async () => [Object.fromEntries(Object.entries(catalogRows).map(([name, list]) => [name, JSON.stringify(list)]))];

  it.each([true, false])(
    'treats a column as filled by a trigger only for INSTEAD OF triggers (isInstead: %s)',
    async (isInstead) => {
      const triggers = [{ id: 1, isInstead, event: 'insert' }];
      const catalogRows = { ...lists, columns: [column(1, 'id', { isIdentity: true }), column(2, 'slug')], triggers };
      const { objects } = await introspectSqlserver(answering(catalogRows));
      expect(objects[0]?.columns.map((found) => found.triggerMayFillNull === true)).toEqual([false, isInstead]);
    },
  );

  it('reads keys, foreign keys, generated columns, comments, and routines', async () => {
    const { objects, routines, searchPath } = await introspectSqlserver(answering(lists));
    expect(searchPath).toEqual(['dbo']);
    expect(objects.map(({ schema, name }) => [schema, name])).toEqual([
      ['dbo', 'orders'],
      ['sales', 'all_orders'],
    ]);
    expect(objects[0]).toMatchObject({
      kind: 'table',
      comment: 'What was ordered',
      primaryKey: ['id'],
      // Rows outside the index filter may repeat these values.
      uniqueKeys: [],
      triggers: true,
      foreignKeys: [
        { name: 'fk', columns: ['total'], targetSchema: 'sales', targetName: 'totals', targetColumns: ['id'] },
      ],
      constraints: [
        { name: 'pk', kind: 'primary', columns: ['id'] },
        { name: 'ux', kind: 'unique', columns: ['total'] },
        { name: 'fk', kind: 'foreign', columns: ['total'] },
        { name: 'ck', kind: 'check', columns: ['total'] },
      ],
    });
    expect(objects[0]?.columns.map(({ generated, hasDefault }) => [generated, hasDefault])).toEqual([
      ['identity', true],
      ['always', true],
      ['always', true],
      ['no', true],
    ]);
    expect(objects[0]?.indexes.map(({ name, partial, columns }) => [name, partial, columns[0]?.nulls])).toEqual([
      ['pk', undefined, 'first'],
      ['ux', true, 'first'],
      ['ix', undefined, 'last'],
    ]);
    expect(routines).toMatchObject([
      {
        kind: 'procedure',
        name: 'restock',
        parameters: [
          { name: 'amount', mode: 'in', hasDefault: true },
          { name: 'stock', mode: 'inout', hasDefault: true },
        ],
        result: { rows: 'one', columns: [{ name: 'stock' }] },
      },
    ]);
  });

  it.each([
    ["([total]>(0) AND [placed_at]<'[id]')", ['total', 'placed_at']],
    // Other engines print the definition differently.
    ["((total > 0) AND (placed_at < 'id'))", ['total', 'placed_at']],
    ['(totals(placed_at) > 0)', ['placed_at']],
  ])('reads the columns of a CHECK constraint: %s', async (definition, columns) => {
    const { objects } = await introspectSqlserver(
      answering({ ...lists, checks: [{ ...lists.checks[0], definition }] }),
    );
    expect(objects[0]?.constraints).toContainEqual({ name: 'ck', kind: 'check', columns });
  });

  it('reads tables whose definitions are hidden from the login', async () => {
    const hidden = { ...lists, checks: [{ ...lists.checks[0], definition: null }], modules: [{ id: 2, text: null }] };
    const { objects, routines } = await introspectSqlserver(answering(hidden));
    expect(objects[0]?.constraints).toContainEqual({ name: 'ck', kind: 'check', columns: [] });
    expect(objects[0]?.columns[3]).toMatchObject({ hasDefault: true });
    expect(routines[0]?.parameters[0]).toMatchObject({ name: 'amount', hasDefault: false });
  });

  it('reports columns that the login cannot read', async () => {
    const rights = { mayRead: 1, mayInsert: 0, mayUpdate: 1 };
    const columns = lists.columns.map((one, index) => ({ ...one, ...rights, ...(index === 1 && { mayRead: 0 }) }));
    const { objects } = await introspectSqlserver(answering({ ...lists, columns }));
    expect(objects[0]?.columns.map(({ denied }) => denied)).toEqual([undefined, ['read'], undefined, undefined]);
  });

  it('reads the columns selected by a procedure if the server describes them', async () => {
    const id = {
      id: 2,
      position: 1,
      name: 'sku',
      type: 'nvarchar',
      length: 20,
      precision: 0,
      scale: 0,
      nullable: true,
      error: null,
    };
    const { routines } = await introspectSqlserver(answering({ ...lists, described: [id] }));
    expect(routines[0]?.result).toMatchObject({
      rows: 'many',
      columns: [{ name: 'sku', type: { native: 'nvarchar(10)' } }],
    });
  });

  describe('of a procedure', () => {
    const column = (position: number, name: string | null, error: string | null = null) => ({
      ...{ id: 2, position, name, type: 'int', length: 4, precision: 10, scale: 0, nullable: true, error },
    });
    const described = async (...columns: readonly ReturnType<typeof column>[]) =>
      (await introspectSqlserver(answering({ ...lists, described: columns }))).routines[0];

    it.each([
      [[column(1, 'sku'), column(2, null)], 'the selected column 2 has no name'],
      [[column(1, 'sku'), column(2, 'sku')], 'the selected column 2 has the same name "sku" as another column'],
    ])('reports columns with ambiguous names', async (columns, obstacle) => {
      expect((await described(...columns))?.result.obstacle).toContain(obstacle);
    });

    it('reports a table-valued parameter', async () => {
      const parameters = [{ ...lists.parameters[0], isTable: true }];
      const { routines } = await introspectSqlserver(answering({ ...lists, parameters }));
      expect(routines[0]?.obstacle).toContain('@amount takes a table');
    });

    it('reports why the server cannot describe the result', async () => {
      const error = "The metadata could not be determined because statement 'select * from #t' uses a temp table.";
      expect(await described(column(1, null, error))).toMatchObject({
        result: { rows: 'one', columns: [{ name: 'stock' }] },
        undescribed: error.slice(0, -1),
      });
    });

    it('reports nothing if the procedure selects nothing', async () => {
      expect((await described())?.undescribed).toBeUndefined();
    });
  });

  it.each([
    [{ major: 13 }, /2017/],
    [{ level: 120 }, /compatibility_level/],
    [{ major: 12, edition: 5, level: 120 }, /compatibility_level/],
  ])('rejects a server with %o', async (older, message) => {
    const server = [{ ...lists.server[0], ...older }];
    await expect(introspectSqlserver(answering({ ...lists, server }))).rejects.toMatchObject({
      problems: [{ path: ['data-source', 'connection-string'], message: expect.stringMatching(message) }],
    });
  });

  it('accepts any version number of Azure SQL', async () => {
    const server = [{ ...lists.server[0], major: 12, edition: 5 }];
    expect((await introspectSqlserver(answering({ ...lists, server }))).objects).toHaveLength(2);
  });

  it('reads the catalog version', async () => {
    expect(await readSqlserverVersionHash(async () => [{ version: 'x' }])).toBe('x');
  });
});
