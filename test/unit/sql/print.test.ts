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

/** `high` stands in front of `low`, and `low` twice. */
const between = sql`${name('a')} < ${parameter(high)} and ${name('a')} > ${parameter(low)} or ${name('b')} > ${parameter(low)}`;

it('gives one parameter one placeholder where it can be named twice, in the order of the text', () => {
  const printed = printSql(between, numbered);
  expect(printed).toEqual({ text: '"a" < $1 and "a" > $2 or "b" > $2', slots: [high, low] });
});

it('repeats the slot where placeholders have no names', () => {
  const printed = printSql(between, bare);
  expect(printed).toEqual({ text: '`a` < ? and `a` > ? or `b` > ?', slots: [high, low, low] });
});

it('tells slots apart by what they are, not by what they say', () => {
  const printed = printSql(join([slotOf('same'), slotOf('same')].map(parameter), ', '), numbered);
  expect(printed.text).toBe('$1, $2');
});

it('numbers by the place in the text, whatever was built first', () => {
  const last = parameter(low);
  const first = parameter(high);
  expect(printSql(sql`${first}, ${last}`, numbered).slots).toEqual([high, low]);
});

it('quotes names as the dialect does, and nothing else', () => {
  expect(printSql(sql`select 'a"b' as ${name('a"b')}, ${column('1', 'x`y')}`, numbered).text).toBe(
    `select 'a"b' as "a""b", "1"."x\`y"`,
  );
  expect(printSql(column('1', 'x`y'), bare).text).toBe('`1`.`x``y`');
});

const inner = sql`select ${column('2', 'total')} as ${name('total')}${clause('from')}${name('orders')} as ${name('2')}${clause('where')}${column('2', 'customer_id')} = ${column('1', 'id')}${clause('limit')}${parameter(low)}`;

const nested = sql`select array${subquery(inner)} as ${name('orders')}, ${subquery(sql`select count(*)${clause('from')}w`)} as n${clause('from')}${name('customers')} as ${name('1')}${clause('order by')}${column('1', 'id')}`;

it('sends clauses and subqueries on one line', () => {
  expect(printSql(nested, numbered).text).toBe(
    'select array(select "2"."total" as "total" from "orders" as "2" where "2"."customer_id" = "1"."id" limit $1) as "orders", (select count(*) from w) as n from "customers" as "1" order by "1"."id"',
  );
});

it('gives each clause a line to be read, and a subquery a level, but for a short one', () => {
  expect(printSql(nested, numbered, 'clauses').text).toBe(`select array(
  select "2"."total" as "total"
  from "orders" as "2"
  where "2"."customer_id" = "1"."id"
  limit $1
) as "orders", (select count(*) from w) as n
from "customers" as "1"
order by "1"."id"`);
});

it('keeps what stands within a short subquery on its line, too', () => {
  const short = subquery(sql`select ${subquery(sql`select 1${clause('from')}a`)}${clause('from')}b`);
  expect(printSql(sql`select ${short}${clause('from')}c`, bare, 'clauses').text).toBe(
    'select (select (select 1 from a) from b)\nfrom c',
  );
});

it('prints the same statement to be sent and to be read: the same words, slots and placeholders', () => {
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
