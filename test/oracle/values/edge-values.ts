import type { ScalarName } from '../../../src/scalars/scalar.ts';

/** A PostgreSQL type, and boundary values as unquoted SQL literals. */
export interface EdgeType {
  readonly type: string;
  readonly scalar: ScalarName | 'Color';
  readonly values: readonly string[];
}

const days = ['0001-01-01', '1970-01-01', '2024-02-29', '9999-12-31', '10000-01-01', '0044-03-15 BC', '0001-02-29 BC'];
const moments = [
  ...['infinity', '-infinity', '4714-11-24 00:00:00 BC', '0044-03-15 12:00:00.5 BC', '0001-12-31 23:59:59.999999 BC'],
  ...['0001-01-01 00:00:00', '1970-01-01 00:00:00', '2024-02-29 00:00:00', '2024-02-29 12:30:00.000001'],
  ...['9999-12-31 23:59:59.999999', '10000-01-01 00:00:00', '294276-12-31 23:59:59.999999'],
];

export const edgeTypes: readonly EdgeType[] = [
  { type: 'smallint', scalar: 'Short', values: ['-32768', '-1', '0', '1', '32767'] },
  { type: 'integer', scalar: 'Int', values: ['-2147483648', '-1', '0', '1', '2147483647'] },
  {
    type: 'bigint',
    scalar: 'Long',
    values: ['-9223372036854775808', '-1', '0', '2147483648', '9007199254740993', '9223372036854775807'],
  },
  {
    type: 'real',
    scalar: 'Single',
    values: [
      'NaN',
      'Infinity',
      '-Infinity',
      '0',
      '0.1',
      '-1.5',
      '1e-45',
      '16777217',
      '3.4028235e+38',
      '-3.4028235e+38',
    ],
  },
  {
    type: 'double precision',
    scalar: 'Float',
    values: [
      'NaN',
      'Infinity',
      '-Infinity',
      '0',
      '0.1',
      '-1.5',
      '5e-324',
      '9007199254740993',
      '1.7976931348623157e+308',
    ],
  },
  {
    type: 'numeric',
    scalar: 'Decimal',
    values: [
      ...[
        'NaN',
        'Infinity',
        '-Infinity',
        '0',
        '0.10',
        '-1.5',
        '1e30',
        '-0.000000000000000000001',
        '9223372036854775808',
      ],
      ...['12345678901234567890.12345678901234567890', '9'.repeat(1200)],
    ],
  },
  { type: 'numeric(8,2)', scalar: 'Decimal', values: ['NaN', '0', '-999999.99', '999999.99', '0.01'] },
  { type: 'boolean', scalar: 'Boolean', values: ['false', 'true'] },
  {
    type: 'text',
    scalar: 'String',
    values: ['', ' ', 'a', 'A', "it's", '%', '\\', '"', 'ß', '🐟', 'null', 'NaN', 'infinity'],
  },
  {
    type: 'uuid',
    scalar: 'UUID',
    values: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  },
  { type: 'date', scalar: 'Date', values: ['infinity', '-infinity', '4714-11-24 BC', '5874897-12-31', ...days] },
  { type: 'timestamp', scalar: 'DateTime', values: moments },
  { type: 'timestamptz', scalar: 'DateTime', values: moments },
  { type: 'time', scalar: 'LocalTime', values: ['00:00', '12:30:00.000001', '23:59:59.999999', '24:00'] },
  { type: 'bytea', scalar: 'Base64String', values: ['', '\\x00', '\\xff5c27', '\\xfbefbe'] },
  { type: 'color', scalar: 'Color', values: ['RED', 'GREEN', 'BLUE'] },
];

/** Returns the name of the table and the entity of a type. */
export const tableOf = (index: number): string => `t${index}`;
export const entityOf = (index: number): string => `Of${index}`;

const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Two tables per type: a table with a row per key value, and a table that references it. */
export const edgeTables = [
  "create type color as enum ('RED', 'GREEN', 'BLUE');",
  ...edgeTypes.map(({ type, values }, index) => {
    const rows = values.map((value, n) => `(${literal(value)}, ${literal(value)}, ${n})`).join(', ');
    return `create table ${tableOf(index)} (k ${type} primary key, v ${type}, n integer not null);
      insert into ${tableOf(index)} values ${rows};
      create table ${tableOf(index)}_notes (id integer generated always as identity primary key, k ${type} references ${tableOf(index)});`;
  }),
].join('\n');

const permissions = [{ role: 'anonymous', actions: ['*'] }];

export const edgeEntities = Object.fromEntries(
  edgeTypes.flatMap((_, index) => [
    [entityOf(index), { source: tableOf(index), permissions }],
    [
      `Note${index}`,
      { source: `${tableOf(index)}_notes`, permissions, relationships: { of: { belongsTo: entityOf(index) } } },
    ],
  ]),
);
