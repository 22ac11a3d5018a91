import { tableName } from '../../../../../src/dialect/standard/chosen-rows.ts';
import type { WriteRefusal } from '../../../../../src/plan/shape/changes.ts';
import type { Slot } from '../../../../../src/plan/shape/slot.ts';
import { clause, column, join, name, raw, type Sql, sql, subquery } from '../../../../../src/sql/fragment.ts';
import type { ChosenRows } from '../../../../../src/sql/query.ts';
import type { RequestSql } from '../../../../../src/sql/statement.ts';
import type { StepQuery } from '../../../../../src/sql/step-query.ts';
import type { Asked, AskedValue, InsertSql, RereadQuery, WriteQuery } from '../../../../../src/sql/write-query.ts';
import type { StepFailure } from '../../../../../src/store/script.ts';
import { notShown } from '../not-shown.ts';
import { conditions } from './conditions.ts';
import { row } from './rows.ts';
import { typed } from './values.ts';

/** Numbers from 50000 on are free for THROW. */
const FIRST_REFUSAL = 50_100;

/** A refusal that the batch can raise, by the number that it raises it as. */
interface Raised extends StepFailure {
  readonly refusal: WriteRefusal;
}

/**
 * All steps of a mutation with begin and commit as one batch, so one round trip: captured keys are table variables of the server, and
 * refusals are thrown, each by a number of its own, which undoes everything.
 */
export function batch(steps: readonly StepQuery[]): RequestSql {
  const raised: Raised[] = [];
  const raise = (step: number, refusal: WriteRefusal | undefined): Sql => {
    if (refusal === undefined) return [];
    raised.push({ step, refusal });
    return sql` throw ${raw(`${FIRST_REFUSAL + raised.length - 1}, N'refused', 1`)};`;
  };
  const stated = steps.map((step, index) => stateStep(step, index, raise));
  return {
    sql: sql`set xact_abort on; set nocount on; begin transaction;${join(stated, '')} commit transaction;`,
    steps: steps.length,
    ownsTransaction: true,
    read: (result) =>
      steps.map((_, index) => {
        const [affected, ...values] = result[index]?.rows[0] ?? [];
        return affected === undefined
          ? undefined
          : { affected: Number(affected), passesCheck: null, captured: undefined, values };
      }),
    failureOf: (error) => raised[numberOf(error) - FIRST_REFUSAL],
  };
}

const numberOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'number' in error ? Number(error.number) : Number.NaN;

type Raise = (step: number, refusal: WriteRefusal | undefined) => Sql;

function stateStep(step: StepQuery, index: number, raise: Raise): Sql {
  switch (step.kind) {
    case 'write':
      return stateWrite(step, index, raise);
    case 'reread':
      return stateReread(step, index, raise);
    case 'routine':
      return notShown('routines');
  }
}

const stateReread = ({ step, query }: Extract<StepQuery, { kind: 'reread' }>, index: number, raise: Raise): Sql =>
  sql` if ${raw(`@n${step.onlyIf} > 0`)} begin${check(query, raise(index, step.onCheckFailed))}${show(query, raw('0'))} end;`;

/** `insert … output … into @w0 …`: what it gives is kept in a table variable, as a table with triggers gives nothing else. */
function stateWrite({ step, query }: Extract<StepQuery, { kind: 'write' }>, index: number, raise: Raise): Sql {
  const { write, captures } = query;
  if (write.kind !== 'insert') return notShown(write.kind);
  const kept = raw(`@w${step.write}`);
  const columns = captures.map((own) => sql`${name(own.name)} ${raw(own.type.native)}`);
  const table = captures.length === 0 ? [] : sql` declare ${kept} table (${join(columns, ', ')});`;
  const output =
    captures.length === 0
      ? []
      : sql`${clause('output')}${join(
          captures.map((own) => sql`inserted.${name(own.name)}`),
          ', ',
        )}${clause('into')}${kept}`;
  const count = raw(` declare @n${step.write} int = @@rowcount;`);
  const none = raise(index, step.onNone);
  const refused = none.length === 0 ? [] : sql` if ${raw(`@n${step.write} < ${step.atLeast ?? 1}`)}${none}`;
  return sql`${table} ${insert(write, output)};${count}${refused}${show(query, raw(`@n${step.write}`))};`;
}

function insert({ table, columns, rows }: InsertSql, output: Sql): Sql {
  const values = rows.map(
    (row) =>
      sql`(${join(
        columns.map((_, index) => given(row[index])),
        ', ',
      )})`,
  );
  return sql`insert into ${tableName(table)} (${join(columns.map(name), ', ')})${output}${clause('values')}${join(values, ', ')}`;
}

/** A captured value is read from the table variable of the write that gave it. */
function given(slot: Slot | undefined): Sql {
  if (slot === undefined) return raw('default');
  const { source, use } = slot;
  if (source.kind === 'captured' && source.column !== undefined) {
    return subquery(sql`select top (1) ${name(source.column)} from ${raw(`@w${source.write}`)}`);
  }
  return use.kind === 'assign' ? typed(slot, use.type) : notShown(use.kind);
}

/** The row of a step: how many rows it changed, and the values of the answer. */
function show(query: WriteQuery | RereadQuery, count: Sql): Sql {
  const values = query.values.map((value, index) => sql`, ${answerValue(value, query)} as ${raw(`v${index}`)}`);
  return sql` select cast(${count} as nvarchar(20)) as n${values.flat()}`;
}

function answerValue({ kind, query }: AskedValue, asked: Asked & Partial<Pick<RereadQuery, 'key' | 'table'>>): Sql {
  if (kind !== 'one') return notShown('several rows');
  const { source, link } = rowsOf(asked);
  return row({
    source,
    link,
    ...(query.where && { where: query.where }),
    key: query.key,
    entries: query.entries,
    atMostOne: true,
  });
}

/** The rows whose keys were captured. */
function rowsOf({ alias, key, table }: Asked & Partial<Pick<RereadQuery, 'key' | 'table'>>): ChosenRows {
  if (key?.kind !== 'captured' || table === undefined) return notShown('rows that are found otherwise');
  const { source } = key.captured;
  if (source.kind !== 'captured') return notShown('keys of no write');
  const equal = key.columns.map((own) => sql`${column(alias, own.name)} = w.${name(own.name)}`);
  const from = sql`${tableName(table)} as ${name(alias)} join ${raw(`@w${source.write} as w`)} on ${join(equal, ' and ')}`;
  return { source: { kind: 'derived', from, alias }, link: [] };
}

/** Throws unless all rows fulfil the policy. */
function check(query: RereadQuery, refused: Sql): Sql {
  if (query.check === undefined) return [];
  const broken = conditions.exists({ ...rowsOf(query), where: conditions.isNotTrue(query.check) });
  return sql` if ${broken.sql}${refused}`;
}
