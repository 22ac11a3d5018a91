import { oneMore } from '../../../plan/shape/slot.ts';
import { nameCursor } from '../../../scalars/cursor.ts';
import { allOf } from '../../../sql/condition.ts';
import { amount, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { ConnectionQuery, CursorSql, FactSql, HasPageSql } from '../../../sql/query.ts';
import type { TextRow } from '../../../store/result.ts';
import { count, needsOf, needsPage } from '../../standard/page-needs.ts';
import { requireFound, seekCursor } from './cursors.ts';
import type { Forms } from './forms.ts';
import { rootGroups } from './groups.ts';
import { refuseCut } from './refuse-cut.ts';
import { pageOf } from './root-rows.ts';
import type { Member, Root } from './roots.ts';
import { objectOf } from './rows.ts';

/** A page with its facts, as an object. */
export function rootConnection(query: ConnectionQuery, forms: Forms): Root<string> {
  const { members, read } = connectionApart(query, forms);
  const write = query.facts.map(({ key, kind }) => (text: string | null | undefined): string => {
    const isString = kind === 'typename' || kind === 'startCursor' || kind === 'endCursor';
    return `${JSON.stringify(key)}:${isString && typeof text === 'string' ? JSON.stringify(text) : text}`;
  });
  return {
    members,
    read: (rows) => {
      const texts = read(rows);
      return `{${write.map((member, index) => member(texts[index])).join(',')}}`;
    },
  };
}

/**
 * A page with its facts: a row for each item, one more where it must be known whether the page goes on, with its cursor
 * beside it; one row of all facts that are no matter of the page's rows; and a row for each group. The reader gives the
 * text of each fact.
 */
export function connectionApart(query: ConnectionQuery, forms: Forms): Root<TextRow> {
  const needs = needsOf(query.facts);
  const members: Member[] = [];
  const add = (member: Member): number => members.push(member) - 1;
  const asked = new AskedFacts();
  const page = needsPage(query, needs) ? add(pageMember(query, forms)) : undefined;
  if (query.found.length > 0) asked.add(requireFound(query.found, raw('1')));
  const size = needs.more ? amountFrom(query.size, asked) : undefined;
  const facts = query.facts.map((fact) => readerOf(fact, { query, asked, add, forms }));
  const apart = asked.columns.length > 0 ? add({ columns: asked.columns, rest: [] }) : undefined;
  return {
    members,
    read: (rows) => {
      const known = (apart === undefined ? undefined : rows[apart]?.[0]) ?? [];
      const taken = (page === undefined ? undefined : rows[page]) ?? [];
      const onPage = size === undefined ? taken : taken.slice(0, size(known));
      const result = {
        page: query.fromEnd ? onPage.toReversed() : onPage,
        goesOn: taken.length > onPage.length,
        known,
        rows,
      };
      return facts.map((read) => read(result));
    },
  };
}

/** What a statement gave for a connection. */
interface PageResult {
  /** The page's rows, in the order of the answer; columns begin at 1. */
  readonly page: readonly TextRow[];
  /** Whether there was one row more than the page has. */
  readonly goesOn: boolean;
  /** The one row of `AskedFacts`. */
  readonly known: TextRow;
  /** The rows of each member. */
  readonly rows: readonly (readonly TextRow[])[];
}

/** Gives a fact as text: its JSON, a string without quotes. */
type ReadFact = (result: PageResult) => string | null;

/**
 * Expressions that are asked for in one row. Each is made a text: in a union with texts, a number would become bytes.
 */
class AskedFacts {
  readonly columns: Sql[] = [];

  /** Adds an expression; gives the reader of its column. */
  add(expression: Sql): (known: TextRow) => string | null {
    const index = this.columns.push(sql`concat(${expression})`);
    return (known) => known[index] ?? null;
  }
}

interface Printing {
  readonly query: ConnectionQuery;
  readonly asked: AskedFacts;
  readonly add: (member: Member) => number;
  readonly forms: Forms;
}

function pageMember(query: ConnectionQuery, forms: Forms): Member {
  const { rows, between, facts, cursor, order, size, offset } = query;
  const needs = needsOf(facts);
  const where = allOf([rows.where, between]);
  return pageOf(
    needs.items.map(({ entries }) => objectOf(entries, forms.nested)),
    { ...rows, ...(where && { where }) },
    { order, size: needs.more ? oneMore(size) : size, ...(offset !== undefined && { offset }) },
    forms,
    needs.cursor && cursor.kind === 'seek' ? (terms) => seekCursor(cursor, terms) : undefined,
  );
}

function readerOf(fact: FactSql, printing: Printing): ReadFact {
  const { query, asked, add, forms } = printing;
  switch (fact.kind) {
    case 'typename':
      return () => fact.name;
    case 'totalCount': {
      const total = asked.add(count(fact.rows));
      return ({ known }) => `${total(known)}`;
    }
    case 'groups': {
      const index = add(rootGroups(fact.groups, forms));
      return ({ rows }) => `[${rows[index]?.map((row) => row[1] ?? refuseCut()).join(',')}]`;
    }
    case 'items': {
      const column = 1 + needsOf(query.facts).items.indexOf(fact);
      return ({ page }) => `[${page.map((row) => row[column] ?? refuseCut()).join(',')}]`;
    }
    case 'hasPage': {
      const has = hasPage(fact, asked);
      return (result) => `${has(result)}`;
    }
    default: {
      const isThere = fact.onlyIf === undefined ? () => true : hasPage(fact.onlyIf, asked);
      const cursorOf = cursorReader(fact.kind, printing);
      return (result) => (result.page.length > 0 && isThere(result) ? cursorOf(result) : null);
    }
  }
}

function hasPage({ more, beyond }: HasPageSql, asked: AskedFacts): (result: PageResult) => boolean {
  // The result of EXISTS itself would come as bytes.
  const isBeyond = beyond === undefined ? undefined : asked.add(sql`if(${beyond.sql}, 1, 0)`);
  return ({ goesOn, known }) => (more && goesOn) || isBeyond?.(known) === '1';
}

/** Reads the cursor of the page's first or last row. */
function cursorReader(which: 'startCursor' | 'endCursor', { query, asked }: Printing): ReadFact {
  const { cursor, facts } = query;
  if (cursor.kind === 'position') {
    const before = rowsBefore(query, cursor, asked);
    return ({ page, known }) => {
      const position = before(known, page.length) + (which === 'startCursor' ? 1 : page.length);
      return encode(`["${nameCursor(cursor.order, 'position')}", "${position}"]`);
    };
  }
  const column = 1 + needsOf(facts).items.length;
  return ({ page }) => encode(page.at(which === 'startCursor' ? 0 : -1)?.[column] ?? '');
}

/** Reads how many of all rows are before the page. */
function rowsBefore(
  query: ConnectionQuery,
  { total }: Extract<CursorSql, { kind: 'position' }>,
  asked: AskedFacts,
): (known: TextRow, rows: number) => number {
  if (total === undefined) return amountFrom(query.offset ?? 0, asked);
  const all = asked.add(count(total));
  return (known, rows) => Number(all(known)) - rows;
}

/** Reads a number of rows that Node has to know: where it is a parameter, the statement gives it back. */
function amountFrom(known: ConnectionQuery['size'], asked: AskedFacts): (known: TextRow) => number {
  if (typeof known === 'number') return () => known;
  const told = asked.add(amount(known));
  return (row) => Number(told(row));
}

const encode = (json: string): string => Buffer.from(json).toString('base64url');
