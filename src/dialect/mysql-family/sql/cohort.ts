import { isCount, type Slot } from '../../../plan/shape/slot.ts';
import type { CohortGenerator, CohortParts } from '../../../sql/dialect.ts';
import { clause, column, join, name, raw, type Sql, sql, subquery, tokensOf } from '../../../sql/fragment.ts';
import type { MetadataRoot, MetadataSql, RootQuery, RowSet } from '../../../sql/query.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import { limitOne } from '../../standard/limit-offset.ts';
import { fromWhere } from '../../standard/row-set.ts';
import { unsupportedGenerator } from '../../standard/unsupported-generator.ts';
import { comparesByPosition, isOrderedByPosition } from '../catalog/labels.ts';
import { type EncodedValue, toFinite } from '../driver/codec.ts';
import { withoutExponent } from '../driver/encode-decimal.ts';
import { type Element, elementOf, POSITION, STRING } from './conditions/json-elements.ts';
import { failIfTruncated } from './failure/fail-if-truncated.ts';
import { metadataText, objectOf } from './rows.ts';
import { concat } from './text/concat.ts';
import type { SqlVariant } from './variant.ts';

/**
 * Runs a read for each element of a JSON array: `select d.n, <hash>, if(<hash> <=> d.h, null, d.v0) from (select m.n,
 * m.h, <read> as v0 from json_table(?, …) as m limit …) as d`. The limit keeps the servers from merging the derived
 * table, which would run the read once for its hash and once for its text. Each value of the read is a scalar subquery,
 * as for nested rows.
 *
 * Without LATERAL, such a subquery would read all rows of a list before its limit, and groups could not refer to a
 * member. Such reads run one by one, and so do lists with only a range of member values: MySQL uses an index for such a
 * range only if it is constant.
 */
export const cohortOf = (variant: SqlVariant): CohortGenerator => {
  const { nested, warningsRow, decimalScale, hasLateral } = variant;
  const whole = warningsRow === undefined ? failIfTruncated : (json: Sql) => json;
  const elementFor = (slot: Slot): Element => memberElement(slot, decimalScale);
  const readOf = (values: readonly Sql[], areRows: boolean) => {
    const columns = join(
      values.map((value, index) => sql`${value} as ${raw(`v${index}`)}`),
      ', ',
    );
    return hasLateral || (areRows && !hasIsolatedParameter(columns)) ? { sql: columns, read: readRow } : undefined;
  };
  return {
    maxMembers: 5_000,
    reads: {
      read: (roots) =>
        roots.some(needsRange)
          ? undefined
          : readOf(
              roots.map((root) => rootValue(root, nested, whole)),
              roots.every(({ kind }) => kind === 'one'),
            ),
      readWithMetadata: (root) =>
        needsRange(root) ? undefined : readOf(metadataValues(root, nested, whole), root.kind === 'one'),
    },
    // LIMIT accepts no column.
    isConstant: isCount,
    encode: (value, slot) => encodeMember(value as Exclude<EncodedValue, null>, elementFor(slot)),
    value: (index, { slot }) => elementFor(slot).read(column('m', `p${index}`)),
    read: (read, parts) => {
      const rows = select(read, parts, elementFor);
      return warningsRow === undefined
        ? rows
        : sql`${subquery(rows)}${clause('union all')}${warningsRow(1 + parts.values)}`;
    },
  };
};

const readRow = ([set]: Result): TextRow => set?.rows[0] ?? [];

/** Returns true if a derived table without LATERAL has a parameter. */
function hasIsolatedParameter(columns: Sql): boolean {
  const isolated: boolean[] = [];
  return tokensOf(columns).some((token) => {
    if (typeof token === 'string') return false;
    if (token.kind === 'open') isolated.push(token.isIsolated === true);
    if (token.kind === 'close') isolated.pop();
    return token.kind === 'parameter' && isolated.includes(true);
  });
}

/** Returns true if rows are found by a range of member values, and not by an equal value. */
function needsRange(root: RootQuery | MetadataRoot): boolean {
  if (root.kind === 'call') return false;
  const { where } = root.kind === 'connection' ? root.query.rows : root.query;
  const filter = where === undefined ? '' : printOwn(where.sql);
  const isEqual = filter.includes(' = ?');
  const isInRange = filter.includes('?') && / (?:[<>]=?|like) /.test(filter);
  const isAfterCursor = root.kind === 'connection' && root.query.seekCondition !== undefined;
  return !isEqual && (isInRange || isAfterCursor);
}

/** Prints a condition with `?` for parameters, without names and subqueries. */
function printOwn(condition: Sql): string {
  let depth = 0;
  const texts = tokensOf(condition).map((token) => {
    if (typeof token === 'string') return depth === 0 ? token : '';
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    return token.kind === 'parameter' && depth === 0 ? '?' : '';
  });
  return texts.join('');
}

function select(read: Sql, { members, slots, values }: CohortParts, elementFor: (slot: Slot) => Element): Sql {
  const declared = [
    "n int path '$.n'",
    "h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h'",
    ...slots.map((slot, index) => `p${index} ${elementFor(slot).type} path '$.p${index}' error on error`),
  ];
  const table = sql`json_table(${members}, '$[*]' columns (${raw(declared.join(', '))})) as ${name('m')}`;
  const results = sql`select m.n, m.h, ${read}${clause('from')}${table}${clause('limit')}18446744073709551615`;
  const columns = Array.from({ length: values }, (_, index) => raw(`d.v${index}`));
  const digest = sql`to_base64(unhex(sha2(${joined(columns)}, 256)))`;
  const changed = columns.map((value) => sql`if(${digest} <=> d.h, null, ${value})`);
  return sql`select ${join([raw('d.n'), digest, ...changed], ', ')}${clause('from')}${subquery(results)} as d`;
}

/** Joins the values by newlines. NULL counts as `n`, which is no JSON. */
function joined(columns: readonly Sql[]): Sql {
  const texts = columns.map((value) => sql`ifnull(${value}, 'n')`);
  const [first, ...rest] = texts;
  return first !== undefined && rest.length === 0 ? first : sql`concat_ws('\\n', ${join(texts, ', ')})`;
}

type Whole = (json: Sql) => Sql;

function rootValue(root: RootQuery, nested: SqlVariant['nested'], whole: Whole): Sql {
  switch (root.kind) {
    case 'one':
      return valueOfRow(whole(objectOf(root.query.entries, nested)), root.query);
    case 'list':
      return whole(concat(nested.list(root.query)));
    case 'connection':
      return whole(concat(nested.connection(root.query)));
    case 'call':
      return unsupportedGenerator();
  }
}

const valueOfRow = (value: Sql, rows: RowSet & { readonly atMostOne: boolean }): Sql =>
  subquery(sql`select ${value}${fromWhere(rows)}${limitOne(rows.atMostOne)}`);

function metadataValues(root: MetadataRoot, nested: SqlVariant['nested'], whole: Whole): readonly Sql[] {
  if (root.kind === 'one') {
    const values = [whole(objectOf(root.query.entries, nested)), ...root.metadata.map(metadataText)];
    return values.map((value) => valueOfRow(value, root.query));
  }
  return root.query.members.map((member): Sql => {
    const value = whole(concat(nested.connection({ ...root.query, members: [member] }, true)));
    return isString(member) ? sql`json_unquote(nullif(${value}, 'null'))` : sql`concat(${value})`;
  });
}

const isString = ({ kind }: MetadataSql): boolean =>
  kind === 'typename' || kind === 'startCursor' || kind === 'endCursor';

/** Returns the `json_table` column of a slot. Unlike a parameter, a string would compare with a number as a double. */
function memberElement({ use }: Slot, decimalScale: number): Element {
  switch (use.kind) {
    case 'value':
      return comparesByPosition(use.type) ? POSITION : elementOf(use.type, decimalScale);
    case 'cursor':
      return isOrderedByPosition(use.type) ? POSITION : elementOf(use.type, decimalScale);
    default:
      return STRING;
  }
}

/** Encodes a value as a string, because MySQL reads decimals in JSON as doubles. */
function encodeMember(value: Exclude<EncodedValue, null>, { type }: Element): string | undefined {
  if (typeof value === 'object') return value.toString('base64');
  const text = String(toFinite(value));
  const [, precision, scale] = /^decimal\((\d+),(\d+)\)$/.exec(type) ?? [];
  return precision === undefined || fits(text, Number(precision), Number(scale)) ? text : undefined;
}

function fits(decimal: string, precision: number, scale: number): boolean {
  const [whole = '', fraction = ''] = withoutExponent(decimal).split('.');
  return whole.replace(/^[+-]?0*/, '').length <= precision - scale && fraction.replace(/0+$/, '').length <= scale;
}
