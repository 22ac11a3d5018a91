import { beforeAll, describe, expect, it } from 'vitest';
import { sqlserver } from '../../../../src/dialect/sqlserver/dialect.ts';
import { batch } from '../../../../src/dialect/sqlserver/sql/mutations.ts';
import type { FieldType } from '../../../../src/model/model.ts';
import { plainType } from '../../../../src/model/plain-type.ts';
import type { Slot, SlotUse } from '../../../../src/plan/shape/slot.ts';
import type { Condition } from '../../../../src/sql/condition.ts';
import { column, type Sql } from '../../../../src/sql/fragment.ts';
import { printSql } from '../../../../src/sql/print.ts';
import { mistakesIn } from '../../../support/tsql-grammar.ts';
import { insertStep } from '../../execute/steps.ts';

// The first statement takes the parser seconds.
beforeAll(() => expect(mistakesIn('select 1')).toEqual([]), 300_000);

const { conditions, operands } = sqlserver;

const text = (native: string, collation = 'Cyrillic_General_CI_AS'): FieldType => ({
  scalar: 'String',
  list: false,
  native,
  asText: false,
  collation,
});

const slot = (use: SlotUse): Slot => ({ source: { kind: 'constant', value: 'a' }, use });

const own = (type: FieldType) => ({ sql: operands.column(column('1', 'c'), type), type });

const value = (type: FieldType, kind: 'value' | 'cursor' = 'value') => ({
  sql: operands.value(
    slot(kind === 'value' ? { kind, type } : ({ kind, argument: 'after', index: 0, type } as SlotUse)),
    type,
  ),
  type,
});

const pattern = (start: string, end: string): Slot => slot({ kind: 'pattern', start, end, max: 100 });

/** Prints SQL and verifies it with the T-SQL grammar. */
function printed(written: Sql | Condition): string {
  const isCondition = 'kind' in written;
  const { text: line } = printSql(isCondition ? written.sql : written, sqlserver);
  expect(mistakesIn(isCondition ? `select 1 from [t] where ${line}` : `select ${line}`)).toEqual([]);
  return line;
}

const compared = (operator: 'eq' | 'gt', type: FieldType): string =>
  printed(conditions.compare(operator, own(type), value(type)));

it.each(['varchar(20)', 'char(20)'])('converts a value to the code page of a %s column', (native) => {
  const type = text(native);
  const cast = 'cast(@p0 collate Cyrillic_General_CI_AS as varchar(8000))';
  expect(compared('gt', type)).toBe(`[1].[c] > ${cast}`);
  expect(compared('eq', type)).toContain(`([1].[c] = ${cast} and `);
  expect(printed(conditions.compare('gt', value(type), own(type)))).toBe(`[1].[c] < ${cast}`);
  expect(printed(conditions.like(own(type), pattern('', '%'), false))).toContain(
    'cast([1].[c] as nvarchar(4000)) collate Latin1_General_BIN2 like @p0',
  );
  expect(printed(conditions.inList(own(type), slot({ kind: 'values', type, max: 9 })))).toContain(
    '[1].[c] in (select cast(v.[value] collate Cyrillic_General_CI_AS as varchar(8000)) from openjson(@p0) as v)',
  );
  expect(printed(value(type, 'cursor').sql)).toBe(`cast(@p0 collate Cyrillic_General_CI_AS as ${native})`);
});

it('adds no collation for Unicode columns or columns without a collation', () => {
  expect(compared('gt', text('nvarchar(20)'))).toBe('[1].[c] > cast(@p0 as nvarchar(4000))');
  expect(compared('gt', text('text'))).toBe('cast([1].[c] as nvarchar(max)) > cast(@p0 as nvarchar(max))');
  const { collation: _, ...type } = text('varchar(20)');
  expect(compared('gt', type)).toBe('[1].[c] > cast(@p0 as varchar(8000))');
});

it('evaluates expressions on columns in Unicode', () => {
  const type = text('varchar(8000)');
  const least = operands.aggregate({
    name: 'min',
    of: { values: own(type).sql, type },
    distinct: false,
    type,
  });
  expect(printed(least)).toBe('min(cast([1].[c] as nvarchar(max)) collate Latin1_General_BIN2)');
  expect(printed(operands.call('tolower', own(type).sql, type))).toBe('lower(cast([1].[c] as nvarchar(max)))');
  expect(printed(operands.call('tolower', own(type).sql, plainType('String')))).toBe('lower([1].[c])');
});

it('adds no second collation to computed values', () => {
  const type = text('varchar(20)');
  const least = {
    sql: operands.aggregate({ name: 'min', of: { values: own(type).sql, type }, distinct: false, type }),
    type,
  };
  const min = 'min(cast([1].[c] as nvarchar(4000)) collate Latin1_General_BIN2)';
  expect(printed(conditions.compare('gt', least, value(type)))).toBe(`${min} > @p0`);
  expect(printed(conditions.compare('eq', least, value(type)))).toMatch(/^\([^=]* = \(.*@p0 .*BIN2$/);
  expect(printed(conditions.inList(least, slot({ kind: 'values', type, max: 9 })))).not.toContain('Cyrillic');
});

it('captures keys in Unicode', () => {
  const type = text('varchar(20)');
  const { sql } = batch([
    {
      kind: 'write',
      step: insertStep({ root: 'create', captures: ['code'] }),
      query: {
        write: { kind: 'insert', table: { schema: 'dbo', name: 't' }, columns: ['code'], rows: [[undefined]] },
        alias: '1',
        captures: [{ alias: '1', name: 'code', type }],
        values: [],
      },
    },
    {
      kind: 'write',
      step: insertStep({ root: 'create', write: 1 }),
      query: {
        write: {
          kind: 'insert',
          table: { schema: 'dbo', name: 'u' },
          columns: ['t'],
          rows: [
            [{ source: { kind: 'captured', write: 0, column: 'code' }, use: { kind: 'assign', field: 't', type } }],
          ],
        },
        alias: '2',
        captures: [],
        values: [],
      },
    },
  ]);
  const { text: line } = printSql(sql, sqlserver);
  expect(line).toContain('@k0 nvarchar(4000)');
  expect(mistakesIn(line)).toEqual([]);
});

const lengthOf = (type: FieldType): string => printed(operands.call('length', own(type).sql, type));

it.each(['nvarchar(3999)', 'varchar(20)', 'nvarchar(max)', 'varchar(max)'])('counts the characters of %s', (native) => {
  expect(lengthOf(text(native))).toBe("(len(([1].[c] + N'.') collate Latin1_General_100_CI_AS_SC) - 1)");
});

it.each(['nvarchar(4000)', 'varchar(8000)', ''])('counts the characters of "%s" without truncation', (native) => {
  expect(lengthOf(text(native))).toContain("len((cast([1].[c] as nvarchar(max)) + N'.')");
});

it.each([
  ['nvarchar(3998)', "([1].[c] + N'.')", "(@p0 + N'.')"],
  ['nvarchar(3999)', "(cast([1].[c] as nvarchar(max)) + N'.')", "(cast(@p0 as nvarchar(max)) + N'.')"],
  ['varchar(8000)', "(cast([1].[c] as nvarchar(max)) + N'.')", "(cast(@p0 as nvarchar(max)) + N'.')"],
  ['nchar(20)', 'cast([1].[c] as nvarchar(4000))', 'cast(@p0 as nvarchar(max))'],
])('compares all characters of %s', (native, left, right) => {
  const by = 'collate Latin1_General_BIN2';
  expect(compared('eq', text(native))).toContain(` and ${left} ${by} = ${right} ${by})`);
});

it('finds a JSON path in a document of any length', () => {
  const path = operands.jsonPath(column('1', 'c'), slot({ kind: 'jsonPath' }));
  expect(printed(path)).toContain("json_query(cast(N'[' as nvarchar(max)) + case");
});

it.each([
  ['SQL_Latin1_General_CP1_CI_AS', true],
  ['Latin1_General_100_CI_AS_SC_UTF8', true],
  ['latin1_general_ci_as', true],
  ['Danish_Norwegian_CI_AS', false],
  ['Czech_CI_AS', false],
  ['Croatian_CI_AS', false],
  ['Cyrillic_General_CI_AS', false],
])('adds LIKE in the column collation %s to prefix searches: %s', (collation, isServed) => {
  const type = text('nvarchar(20)', collation);
  const exact = '[1].[c] collate Latin1_General_BIN2 like @p0';
  expect(printed(conditions.like(own(type), pattern('', '%'), false))).toBe(
    isServed ? `([1].[c] like cast(@p0 as nvarchar(4000)) and ${exact})` : exact,
  );
});

it('lowercases both sides with the collation of the column', () => {
  expect(printed(conditions.like(own(text('nvarchar(20)', 'Turkish_CI_AS')), pattern('%', '%'), true))).toBe(
    'lower([1].[c]) collate Latin1_General_BIN2 like lower(@p0 collate Turkish_CI_AS) collate Latin1_General_BIN2',
  );
  const type = text('nvarchar(20)', 'Turkish_CI_AS');
  const least = operands.aggregate({ name: 'min', of: { values: own(type).sql, type }, distinct: false, type });
  expect(printed(conditions.like({ sql: least, type }, pattern('%', '%'), true))).toMatch(
    /^lower\(min\(.*\) collate Turkish_CI_AS\) collate Latin1_General_BIN2 like lower\(@p0 collate Turkish_CI_AS\) /,
  );
  expect(printed(conditions.like(own(plainType('String')), pattern('%', '%'), true))).toBe(
    'lower([1].[c]) collate Latin1_General_BIN2 like lower(@p0)',
  );
});

describe('with equality by collation', () => {
  const collated = (native: string): FieldType => ({ ...text(native), collatedEquality: true });
  const values = (type: FieldType): Slot => slot({ kind: 'values', type, max: 9 });
  const narrow = 'cast(@p0 collate Cyrillic_General_CI_AS as varchar(8000))';

  it('compares a column by its collation', () => {
    const type = collated('nvarchar(20)');
    expect(compared('eq', type)).toBe('[1].[c] = cast(@p0 as nvarchar(4000))');
    expect(printed(conditions.compare('neq', own(type), value(type)))).toBe('[1].[c] <> cast(@p0 as nvarchar(4000))');
    expect(printed(conditions.inList(own(type), values(type)))).toBe(
      '[1].[c] in (select cast(v.[value] as nvarchar(4000)) collate Cyrillic_General_CI_AS from openjson(@p0) as v)',
    );
    expect(printed(conditions.like(own(type), pattern('%', '%'), false))).toBe('[1].[c] like @p0');
  });

  it('applies one collation to two columns', () => {
    const type = collated('nvarchar(20)');
    expect(printed(conditions.compare('eq', own(type), { sql: column('1', 'd'), type }))).toBe(
      '[1].[c] collate Cyrillic_General_CI_AS = [1].[d]',
    );
  });

  it('excludes values that the code page changes', () => {
    const type = collated('varchar(20)');
    expect(compared('eq', type)).toBe(`([1].[c] = ${narrow} and ${narrow} = @p0)`);
    expect(printed(conditions.compare('neq', own(type), value(type)))).toBe(
      `([1].[c] <> ${narrow} or (${narrow} <> @p0 and [1].[c] is not null))`,
    );
    const element = 'cast(v.[value] collate Cyrillic_General_CI_AS as varchar(8000))';
    expect(printed(conditions.inList(own(type), values(type)))).toBe(
      `[1].[c] in (select ${element} from openjson(@p0) as v where ${element} = v.[value] collate Cyrillic_General_CI_AS)`,
    );
    expect(compared('eq', collated('nvarchar(4000)'))).toContain(' and cast(@p0 as nvarchar(4000)) = @p0)');
    expect(
      printed(conditions.like(own({ ...type, collation: 'SQL_Latin1_General_CP1_CI_AS' }), pattern('', '%'), false)),
    ).toBe('([1].[c] like cast(@p0 collate SQL_Latin1_General_CP1_CI_AS as varchar(8000)) and [1].[c] like @p0)');
  });

  it('counts and groups a column by its collation', () => {
    const type = collated('varchar(20)');
    const of = { values: own(type).sql, type };
    expect(printed(operands.aggregate({ name: 'count', of, distinct: true, type }))).toBe(
      'count_big(distinct [1].[c])',
    );
    const least = { sql: operands.aggregate({ name: 'min', of, distinct: false, type }), type };
    expect(printed(least.sql)).toBe('min([1].[c])');
    expect(printed(conditions.compare('gt', least, value(type)))).toBe('min([1].[c]) > @p0');
    expect(printed(operands.groupKey(own(type).sql, type))).toBe('[1].[c]');
  });

  it('compares computed strings exactly', () => {
    const lower = {
      sql: operands.call('tolower', own(text('nvarchar(20)')).sql, text('nvarchar(20)')),
      type: plainType('String'),
    };
    expect(printed(conditions.compare('eq', lower, value(collated('nvarchar(20)'))))).toContain('Latin1_General_BIN2');
  });
});
