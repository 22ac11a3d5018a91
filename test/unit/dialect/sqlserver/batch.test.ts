import { describe, expect, it } from 'vitest';
import { sqlserver } from '../../../../src/dialect/sqlserver/dialect.ts';
import { batch } from '../../../../src/dialect/sqlserver/sql/mutations.ts';
import { sentinelText } from '../../../../src/dialect/sqlserver/sql/sentinel.ts';
import type { FieldType } from '../../../../src/model/model.ts';
import type { WriteError } from '../../../../src/plan/shape/changes.ts';
import type { Slot } from '../../../../src/plan/shape/slot.ts';
import { printSql } from '../../../../src/sql/print.ts';
import type { StepQuery } from '../../../../src/sql/step-query.ts';
import type { InsertSql } from '../../../../src/sql/write-query.ts';
import { mistakesIn } from '../../../support/tsql-grammar.ts';
import { insertStep, type StepOf } from '../../execute/steps.ts';

const int: FieldType = { scalar: 'Int', list: false, native: 'int', asText: false };
const narrow: FieldType = {
  scalar: 'String',
  list: false,
  native: 'varchar(20)',
  asText: false,
  collation: 'Latin1_General_CI_AS',
};

const value = (given: unknown, type: FieldType = int): Slot => ({
  source: { kind: 'constant', value: given },
  use: { kind: 'assign', field: 'field', type },
});

const apiError: WriteError = { code: 'ItemNotFound', message: 'There is none.' };

const insert = (
  write: Pick<InsertSql, 'columns' | 'rows'> & Partial<InsertSql>,
  captures: readonly string[] = [],
  step: Partial<StepOf<'insert'>> = {},
): StepQuery => ({
  kind: 'write',
  step: insertStep({ root: 'create', captures, ...step }),
  query: {
    write: { kind: 'insert', table: { schema: 'dbo', name: 't' }, identity: 'id', ...write },
    alias: '1',
    captures: captures.map((name) => ({ alias: '1', name, type: int })),
    values: [],
  },
});

const textOf = (...steps: readonly StepQuery[]): string => printSql(batch(steps).sql, sqlserver).text;

describe('a SQL Server batch', () => {
  it('inserts given identity values within SET IDENTITY_INSERT, and generates the others', () => {
    const text = textOf(
      insert({
        columns: ['id', 'a'],
        rows: [
          [value(7), value(1)],
          [undefined, value(2)],
        ],
      }),
    );
    expect(text.split('\n')).toEqual([
      'set xact_abort on; set nocount on; declare @n0 int;',
      'begin transaction;',
      'set identity_insert [dbo].[t] on;',
      'insert into [dbo].[t] ([id], [a]) values (cast(@p0 as int), cast(@p1 as int));',
      'set @n0 = @@rowcount;',
      'set identity_insert [dbo].[t] off;',
      'insert into [dbo].[t] ([a]) values (cast(@p2 as int));',
      'set @n0 += @@rowcount;',
      'commit transaction;',
      'select cast(@n0 as nvarchar(20))',
    ]);
    expect(mistakesIn(text)).toEqual([]);
  });

  it('captures a given identity value', () => {
    const text = textOf(insert({ columns: ['id', 'a'], rows: [[value(7), value(1)]] }, ['id']));
    expect(text).toContain('insert into [dbo].[t] ([id], [a]) values (cast(@p0 as int), cast(@p1 as int));');
    expect(text).toContain('if @n0 > 0 insert into @w0 (k0) values (cast(@p0 as int));');
    expect(mistakesIn(text)).toEqual([]);
  });

  it('inserts rows one by one if their keys are captured, including rows of defaults', () => {
    const text = textOf(insert({ columns: ['a'], rows: [[value(1)], [undefined]] }, ['id']));
    expect(text).toContain(
      'insert into [dbo].[t] ([a]) output 0, inserted.[id] into @w0 (n, k0) values (cast(@p0 as int));',
    );
    expect(text).toContain('insert into [dbo].[t] output 1, inserted.[id] into @w0 (n, k0) default values;');
    const plain = textOf(insert({ columns: [], rows: [[]], defaultableColumn: 'a' }, ['id']));
    expect(plain).toContain('insert into [dbo].[t] ([a]) output inserted.[id] into @w0 (k0) values (default);');
    expect(mistakesIn(plain)).toEqual([]);
    expect(mistakesIn(text)).toEqual([]);
  });

  it('splits VALUES at the limit of SQL Server', () => {
    const slot = value(1);
    const text = textOf(insert({ columns: ['a'], rows: Array.from({ length: 2_001 }, () => [slot]) }));
    expect(text.match(/insert into/g)).toHaveLength(3);
  });

  it('checks before the transaction whether strings fit the code page of their column', () => {
    const { sql, failureOf } = batch([insert({ columns: ['a'], rows: [[value('Ж', narrow)]] })]);
    const { text } = printSql(sql, sqlserver);
    expect(text.indexOf('throw 50100')).toBeGreaterThan(0);
    expect(text.indexOf('throw 50100')).toBeLessThan(text.indexOf('begin transaction'));
    expect(mistakesIn(text)).toEqual([]);
    expect(failureOf?.(thrown(50_100, sentinelText('refused')))?.apiError).toMatchObject({
      code: 'BadRequest',
      details: { field: 'field' },
    });
  });

  it('maps its own errors by message, and other errors by line', () => {
    const { failureOf } = batch([
      insert({ columns: ['a'], rows: [[value(1)]] }),
      insert({ columns: ['a'], rows: [[value(1)]] }, [], { write: 1, onNone: apiError }),
    ]);
    expect(failureOf?.(thrown(50_100, sentinelText('refused')))).toEqual({ step: 1, apiError });
    expect(
      failureOf?.(thrown(50_100, 'refused', { procName: 'trigger', lineNumber: 3, isRaised: false, printed: [] })),
    ).toEqual({
      step: 0,
    });
    expect(
      failureOf?.(thrown(2627, 'Violation', { procName: '', lineNumber: 7, isRaised: false, printed: [] })),
    ).toEqual({ step: 1 });
    // An error outside all steps belongs to the only field.
    expect(
      failureOf?.(thrown(1205, 'Deadlock', { procName: '', lineNumber: 2, isRaised: false, printed: [] })),
    ).toEqual({ step: 0 });
  });

  it('prints the step number if triggers of several steps may fail', () => {
    const steps = [
      insert({ columns: ['a'], rows: [[value(1)]] }),
      insert({ columns: ['a'], rows: [[value(1)]] }, [], { write: 1, root: 'other' }),
    ];
    const { sql, failureOf } = batch(steps);
    const { text } = printSql(sql, sqlserver);
    expect(text.match(/print .*/g)).toEqual(["print N'joinery.step 0';", "print N'joinery.step 1';"]);
    expect(mistakesIn(text)).toEqual([]);
    const printed = ['joinery.step 0', 'joinery.step 1', 'of a trigger'];
    expect(failureOf?.(thrown(50_001, 'no', { procName: 'trigger', lineNumber: 3, isRaised: true, printed }))).toEqual({
      step: 1,
    });
    expect(textOf(...steps.slice(0, 1))).not.toContain('print');
  });

  it('reads affected rows and skipped steps from the last row', () => {
    const { read } = batch([
      insert({ columns: ['a'], rows: [[value(1)]] }),
      insert({ columns: ['a'], rows: [[value(1)]] }, [], { write: 1, when: { kind: 'noneChanged', writes: [0] } }),
    ]);
    const none = { passesCheck: null, captured: undefined, values: [] };
    expect(read([{ rows: [['of a trigger']] }, { rows: [['1', null]] }])).toEqual([
      { affected: 1, ...none },
      undefined,
    ]);
    expect(read([{ rows: [['0', '2']] }])).toEqual([
      { affected: 0, ...none },
      { affected: 2, ...none },
    ]);
  });
});

const thrown = (number: number, message: string, place: object = {}): Error =>
  Object.assign(new Error(message), { number, ...place });
