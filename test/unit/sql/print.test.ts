import { expect, it } from 'vitest';
import type { Slot } from '../../../src/plan/shape/slot.ts';
import { clause, column, join, name, parameter, raw, type Sql, sql, subquery } from '../../../src/sql/fragment.ts';
import { printSql } from '../../../src/sql/print.ts';

const numbered = {
  quote: (identifier: string) => `"${identifier.replaceAll('"', '""')}"`,
  placeholder: { reusable: true, print: (position: number) => `$${position}` },
};

const bare = {
  quote: (identifier: string) => `\`${identifier.replaceAll('`', '``')}\``,
  placeholder: { reusable: false, print: () => '?' },
};

const slotOf = (variable: string): Slot => ({
  source: { kind: 'variable', path: [variable] },
  use: { kind: 'jsonPath' },
});

const [low, high] = [slotOf('low'), slotOf('high')];

/** `high` appears before `low`, and `low` appears twice. */
const between = sql`${name('a')} < ${parameter(high)} and ${name('a')} > ${parameter(low)} or ${name('b')} > ${parameter(low)}`;

it('reuses a placeholder for a repeated parameter if the dialect allows it', () => {
  const printed = printSql(between, numbered);
  expect(printed).toEqual({ text: '"a" < $1 and "a" > $2 or "b" > $2', slots: [high, low] });
});

it('repeats the slot if placeholders are positional', () => {
  const printed = printSql(between, bare);
  expect(printed).toEqual({ text: '`a` < ? and `a` > ? or `b` > ?', slots: [high, low, low] });
});

it('compares slots by identity, not by content', () => {
  const printed = printSql(
    join(
      [slotOf('same'), slotOf('same')].map((slot) => parameter(slot)),
      ', ',
    ),
    numbered,
  );
  expect(printed.text).toBe('$1, $2');
});

it('numbers placeholders by position in the text', () => {
  const last = parameter(low);
  const first = parameter(high);
  expect(printSql(sql`${first}, ${last}`, numbered).slots).toEqual([high, low]);
});

it('quotes identifiers as the dialect requires, and nothing else', () => {
  expect(printSql(sql`select 'a"b' as ${name('a"b')}, ${column('1', 'x`y')}`, numbered).text).toBe(
    `select 'a"b' as "a""b", "1"."x\`y"`,
  );
  expect(printSql(column('1', 'x`y'), bare).text).toBe('`1`.`x``y`');
});

const inner = sql`select ${column('2', 'total')} as ${name('total')}${clause('from')}${name('orders')} as ${name('2')}${clause('where')}${column('2', 'customer_id')} = ${column('1', 'id')}${clause('limit')}${parameter(low)}`;

const nested = sql`select array${subquery(inner)} as ${name('orders')}, ${subquery(sql`select count(*)${clause('from')}w`)} as n${clause('from')}${name('customers')} as ${name('1')}${clause('order by')}${column('1', 'id')}`;

it('prints clauses and subqueries on one line by default', () => {
  expect(printSql(nested, numbered).text).toBe(
    'select array(select "2"."total" as "total" from "orders" as "2" where "2"."customer_id" = "1"."id" limit $1) as "orders", (select count(*) from w) as n from "customers" as "1" order by "1"."id"',
  );
});

it('prints each clause on a line and indents long subqueries in readable form', () => {
  expect(printSql(nested, numbered, 'clauses').text).toBe(`select array(
  select "2"."total" as "total"
  from "orders" as "2"
  where "2"."customer_id" = "1"."id"
  limit $1
) as "orders", (select count(*) from w) as n
from "customers" as "1"
order by "1"."id"`);
});

it('keeps subqueries of a short subquery on its line', () => {
  const short = subquery(sql`select ${subquery(sql`select 1${clause('from')}a`)}${clause('from')}b`);
  expect(printSql(sql`select ${short}${clause('from')}c`, bare, 'clauses').text).toBe(
    'select (select (select 1 from a) from b)\nfrom c',
  );
});

it('prints equal statements in compact and readable form', () => {
  const statements: readonly Sql[] = [
    between,
    nested,
    join([subquery(nested), subquery(between)], clause('union all')),
    sql`with w as ${subquery(nested)}${clause('select')}${raw("'two  spaces'")}`,
  ];
  for (const statement of statements) {
    for (const dialect of [numbered, bare]) {
      const [sent, readable] = [printSql(statement, dialect), printSql(statement, dialect, 'clauses')];
      expect(readable.slots).toEqual(sent.slots);
      const onOneLine = readable.text
        .replaceAll(/\(\n */g, '(')
        .replaceAll(/\n *\)/g, ')')
        .replaceAll(/\n */g, ' ');
      expect(onOneLine).toBe(sent.text);
    }
  }
});
