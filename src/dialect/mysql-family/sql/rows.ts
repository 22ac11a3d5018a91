import { invariant } from '../../../base/invariant.ts';
import { clause, column, join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { ColumnSql, EntrySql, OrderSql, PagedQuery, ValueSql } from '../../../sql/query.ts';
import { limitOffset } from '../../standard/limit-offset.ts';
import { unsupportedGenerator } from '../../standard/unsupported-generator.ts';
import { labelOrNull } from './failure/error-value.ts';
import { hash } from './hash.ts';
import { output } from './output.ts';
import { type ConcatPieces, concat } from './text/concat.ts';
import type { NestedSqlVariant } from './variant.ts';

interface RowVariant extends NestedSqlVariant {
  readonly column: (column: ColumnSql) => Sql;
}

const ownColumn = ({ alias, name }: ColumnSql): Sql => column(alias, name);

export const objectOf = (entries: readonly EntrySql[], nested: NestedSqlVariant): Sql =>
  concat(piecesOf(entries, { ...nested, column: ownColumn }));

export const flatObjectOf = (entries: readonly EntrySql[], column: RowVariant['column']): Sql =>
  concat(piecesOf(entries, { ...NO_ROWS, column }));

const NO_ROWS: NestedSqlVariant = {
  one: unsupportedGenerator,
  list: unsupportedGenerator,
  connection: unsupportedGenerator,
};

const piecesOf = (entries: readonly EntrySql[], variant: RowVariant): ConcatPieces => [
  '{',
  ...entries.flatMap(({ key, value }, index) => [
    `${index === 0 ? '' : ','}${JSON.stringify(key)}:`,
    ...answerValue(value, variant),
  ]),
  '}',
];

function answerValue(value: ValueSql, variant: RowVariant): ConcatPieces {
  switch (value.kind) {
    case 'column':
      return [output(variant.column(value.column), value.column.type, value.numbers)];
    case 'text':
      return [JSON.stringify(value.text)];
    case 'null':
      return ['null'];
    case 'hash':
      return ['"', hash(value.columns), '"'];
    case 'one':
      return variant.one(value.query);
    case 'list':
      return variant.list(value.query);
    case 'connection':
      return variant.connection(value.query);
    case 'object':
      return piecesOf(value.entries, variant);
  }
}

/** Returns metadata as JSON text, but strings without quotes. */
export function metadataText({ value }: EntrySql): Sql {
  if (value.kind === 'hash') return hash(value.columns);
  invariant(value.kind === 'column', 'row metadata is a column or a hash');
  const { column: own, numbers } = value;
  const columnSql = ownColumn(own);
  return sql`if(${labelOrNull(columnSql, own.type)} is null, null, json_unquote(${output(columnSql, own.type, numbers)}))`;
}

export type Page = Pick<PagedQuery, 'order' | 'size' | 'offset'>;

/** ` order by … limit … offset …` */
export const paging = ({ order, ...page }: Page): Sql => sql`${orderBy(order)}${limitOffset(page)}`;

export const orderBy = (order: readonly OrderSql[]): Sql => orderedBy(orderTerms(order));

export const orderTerms = (order: readonly OrderSql[]): readonly Sql[] => order.flatMap(orderTerm);

/** @param isNull operator that tests for NULL */
export const placedTerms = (order: readonly OrderSql[], isNull: NullTest = 'is null'): readonly Sql[] =>
  order.flatMap((term) => placedTerm(term, isNull));

type NullTest = 'is null' | '<=> null';

export const orderedBy = (terms: readonly Sql[]): Sql =>
  terms.length === 0 ? [] : sql`${clause('order by')}${join(terms, ', ')}`;

/**
 * Prints an order term. The servers sort NULL first; `is null` is added only where needed, so that an index can be
 * used.
 */
const orderTerm = (term: OrderSql): readonly Sql[] =>
  term.nulls === (term.descending ? 'last' : 'first') ? [directed(term)] : placedTerm(term, 'is null');

const placedTerm = (term: OrderSql, isNull: NullTest): readonly Sql[] =>
  term.nullable
    ? [sql`${term.expression} ${raw(isNull)}${raw(term.nulls === 'first' ? ' desc' : '')}`, directed(term)]
    : [directed(term)];

const directed = ({ expression, descending }: OrderSql): Sql => (descending ? sql`${expression} desc` : expression);
