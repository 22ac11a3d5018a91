import type { Kind } from './kind.ts';

/** Declarations needed by tables of the kinds. */
export const postgresTypes = `
  create extension citext;
  create extension hstore;
  create type rating as enum ('PG-13', 'G', 'R', 'NC-17', 'in between');
  create domain rated as rating;
  create type pair as (x int, y numeric);
  create domain pairs as pair;
  create type labelled as (x int, doc json);
  create domain years as int4range;
  create domain wait as interval check (value > '-1 year');
  create type spread as range (subtype = interval);`;

export const postgresKinds: readonly Kind[] = [
  {
    name: 'Interval',
    type: 'interval',
    values: [
      '2 years',
      '6 mons',
      '1 year 6 mons',
      '14 days',
      '24:00:00',
      '1 day',
      '30 days',
      '1 mon',
      '-1 mons',
      '10 days',
    ],
    has: 'order',
    invalid: 'soon',
  },
  {
    name: 'Waits',
    type: 'wait',
    cast: 'interval',
    values: ['9 days', '10 days', '1 mon', '30 days'],
    has: 'order',
    invalid: 'x',
  },
  {
    name: 'Inet',
    type: 'inet',
    values: ['10.0.0.1', '10.0.0.1/8', '9.0.0.1', '192.168.0.1/24', '::1', 'fe80::/10', '10.0.0.1/32'],
    has: 'order',
    invalid: '10.0.0.300',
  },
  {
    name: 'Cidr',
    type: 'cidr',
    values: ['10.0.0.0/8', '9.0.0.0/8', '10.1.0.0/16', '::/0', '10.0.0.1'],
    has: 'order',
    invalid: '1.2.3.4/8',
  },
  {
    name: 'Macaddr',
    type: 'macaddr',
    values: ['08:00:2b:01:02:03', '08-00-2b-01-02-04', '0a:00:00:00:00:00'],
    has: 'order',
    invalid: 'x',
  },
  { name: 'Money', type: 'money', values: ['$9.00', '10', '1,000.50', '-3', '$10.00'], has: 'order', invalid: 'much' },
  { name: 'Oid', type: 'oid', values: ['9', '10', '4294967295', '0'], has: 'order', invalid: '99999999999' },
  {
    name: 'Bits',
    type: 'bit(4)',
    cast: 'bit(4)',
    values: ['1000', '0111', '0000', '1111'],
    has: 'order',
    invalid: '12',
  },
  { name: 'Varbit', type: 'bit varying', values: ['1', '01', '10', '', '1111'], has: 'order', invalid: '2' },
  { name: 'Letter', type: '"char"', values: ['a', 'B', 'z'], has: 'order' },
  { name: 'Lsn', type: 'pg_lsn', values: ['16/B374D848', '2/0', 'F/FF', '10/0'], has: 'order', invalid: 'x' },
  {
    name: 'Ranges',
    type: 'int4range',
    values: ['[1,5)', '[1,4]', '[10,20)', '[2,)', 'empty', '(,3)'],
    has: 'order',
    invalid: '[5,1)',
  },
  {
    name: 'Multi',
    type: 'int4multirange',
    values: ['{[1,5)}', '{[1,2),[3,4)}', '{}', '{[10,20)}'],
    has: 'order',
    invalid: '{',
  },
  {
    name: 'Years',
    type: 'years',
    cast: 'int4range',
    values: ['[1,5)', '[1,4]', '[10,20)', '[2,)'],
    has: 'order',
    invalid: '(',
  },
  {
    name: 'Spread',
    type: 'spread',
    values: ['[1 day,2 days)', '[24:00:00,48:00:00)', '[1 hour,10 days)'],
    has: 'order',
    invalid: '[2 days,1 day)',
  },
  {
    name: 'Pair',
    type: 'pair',
    values: ['(1,2.0)', '(1,2.00)', '(10,1)', '(9,1)', '(,1)', '(,)', '(1,)'],
    has: 'order',
    invalid: '(1',
  },
  {
    name: 'Couple',
    type: 'pairs',
    cast: 'pair',
    values: ['(1,2.0)', '(1,2.00)', '(10,1)', '(9,1)', '(,)'],
    has: 'order',
    invalid: '(x,1)',
  },
  { name: 'Rating', type: 'rating', values: ['PG-13', 'G', 'R', 'NC-17', 'in between'], has: 'order', invalid: 'X' },
  {
    name: 'Rated',
    type: 'rated',
    cast: 'rating',
    values: ['PG-13', 'G', 'R', 'NC-17'],
    has: 'order',
    invalid: 'pg-13',
  },
  { name: 'Document', type: 'tsvector', values: ["'a':1 'b':2", "'b'", "'oak' 'table'", ''], has: 'order' },
  { name: 'Query', type: 'tsquery', values: ["'a' & 'b'", "'c'", "'a' | 'b'"], has: 'order', invalid: 'a &' },
  {
    name: 'Hstore',
    type: 'hstore',
    values: ['"a"=>"1"', '"b"=>"2", "a"=>"1"', '""=>NULL'],
    has: 'equality',
    invalid: 'a',
    noKey: true,
  },
  {
    name: 'Class',
    type: 'regclass',
    values: ['pg_class', 'pg_type', '1', '0'],
    has: 'order',
    invalid: 'no_such_table',
  },
  { name: 'Tid', type: 'tid', values: ['(0,1)', '(0,10)', '(2,1)', '(10,0)'], has: 'order', invalid: 'x' },
  { name: 'Xid', type: 'xid', values: ['9', '10', '4294967295'], has: 'equality', invalid: 'x', noKey: true },
  { name: 'Point', type: 'point', values: ['(1,2)', '(2,1)'], has: 'nothing', noKey: true },
  { name: 'Box', type: 'box', values: ['(1,1),(0,0)', '(2,1),(0,0)'], has: 'nothing', noKey: true },
  { name: 'Xml', type: 'xml', values: ['<a/>', '<b/>'], has: 'nothing', noKey: true },
  { name: 'Path', type: 'jsonpath', values: ['$."a"', '$'], has: 'nothing', noKey: true },
  { name: 'Labelled', type: 'labelled', values: ['(1,"{""a"":1}")', '(2,)'], has: 'nothing', noKey: true },
];
