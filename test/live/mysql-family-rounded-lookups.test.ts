import { parse } from 'graphql';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, connectTo, execute } from './mysql-family-support.ts';

interface Case {
  readonly type: string;
  /** Stored values in ascending order, as SQL and as the API returns them. */
  readonly stored: readonly string[];
  /** Values that the server converts to a stored one, each with the number of stored values below it. */
  readonly others: readonly (readonly [value: string, below: number])[];
}

const text = (values: readonly string[]): readonly string[] => values.map((value) => `"${value}"`);

const cases: readonly Case[] = [
  {
    type: 'time',
    stored: text(['-10:00:01', '10:00:00', '10:00:01', '30:00:01']),
    others: [
      ['"-10:00:01.2"', 0],
      ['"-10:00:00.6"', 1],
      ['"10:00:00.6"', 2],
      ['"10:00:01.2"', 3],
    ],
  },
  {
    type: 'time(3)',
    stored: text(['-10:00:00.123', '10:00:00.122', '10:00:00.123', '11:00:00']),
    others: [
      ['"-10:00:00.1234"', 0],
      ['"10:00:00.1226"', 2],
      ['"10:00:00.1234"', 3],
    ],
  },
  {
    type: 'datetime',
    stored: text(['2020-01-01T10:00:00', '2020-01-01T10:00:01', '2020-01-02T00:00:00']),
    others: [
      ['"2020-01-01T10:00:00.6"', 1],
      ['"2020-01-01T10:00:01.2"', 2],
      ['"2020-01-01T23:59:59.7"', 2],
    ],
  },
  {
    type: 'timestamp(3)',
    stored: text(['2020-01-01T10:00:00.122', '2020-01-01T10:00:00.123', '2020-01-02T00:00:00']),
    others: [
      ['"2020-01-01T10:00:00.1226"', 1],
      ['"2020-01-01T10:00:00.1234"', 2],
    ],
  },
  {
    type: 'year',
    stored: ['0', '1999', '2000', '2020', '2155'],
    others: [
      ['-5', 0],
      ['20', 1],
      ['99', 1],
      ['1900', 1],
      ['2156', 5],
    ],
  },
  {
    type: 'decimal(5,2)',
    stored: ['-1.24', '1.24', '1.25'],
    others: [
      ['-1.239', 1],
      ['1.239', 1],
      ['1.244', 2],
      ['1e30', 3],
      [`1.25${'0'.repeat(60)}1`, 3],
    ],
  },
  {
    type: 'double(7,2)',
    stored: ['-1.24', '1.24', '1.25'],
    others: [
      ['1.239', 1],
      ['1.244', 2],
    ],
  },
  {
    type: 'bigint unsigned',
    stored: ['5', '6', '18446744073709551615'],
    others: [
      ['5.4', 1],
      ['5.6', 1],
    ],
  },
];

const sqlOf = (literal: string): string => literal.replaceAll('"', "'").replace('T', ' ');

/** Many rows without a value, so that the optimizer uses the index for the others. */
const withoutCode = Array(400).fill('(-1)').join(', ');

/** Rows with each value. */
const COPIES = 8;

const tables = cases
  .map(({ type, stored }, index) => {
    const rows = stored.map((value, place) => `(${sqlOf(value)}, ${place})`).join(', ');
    return `
      create table keyed${index} (code ${type} primary key, place int not null);
      insert into keyed${index} values ${rows};
      create table listed${index} (id int auto_increment primary key, code ${type}, place int not null, key (code, place));
      ${`insert into listed${index} (code, place) values ${rows};`.repeat(COPIES)}
      insert into listed${index} (place) values ${withoutCode};
      analyze table listed${index};`;
  })
  .join('');

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const entities = Object.assign(
  {},
  ...cases.map((_, index) => ({
    [`Keyed${index}`]: { source: `keyed${index}`, permissions },
    [`Listed${index}`]: {
      source: `listed${index}`,
      permissions,
      relationships: { same: { belongsTo: `Keyed${index}`, on: { code: 'code' } } },
    },
  })),
);

/** Places of the stored values for which each operator is true. */
const expected = (count: number, below: number): Readonly<Record<string, readonly number[]>> => {
  const places = Array.from({ length: count }, (_, place) => place);
  const [lower, upper] = [places.slice(0, below), places.slice(below)];
  return { eq: [], neq: places, in: [], nin: places, lt: lower, lte: lower, gt: upper, gte: upper };
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a value that the column cannot store', () => {
    let app: Application;
    let session: Connection;

    beforeAll(async () => {
      app = await (await bootTables(server, 'family_rounded_lookups', tables, entities))();
      session = await connectTo(server, 'family_rounded_lookups');
    });
    afterAll(async () => {
      await app?.close();
      await session?.end();
    });

    const placesIn = async (entity: string, filter: string): Promise<readonly number[]> => {
      const answer = JSON.parse(await execute(app, `{ rows: ${entity}(filter: ${filter}, first: 200) { place } }`));
      const places: readonly number[] = answer.rows.map(({ place }: { place: number }) => place);
      return [...new Set(places)].sort((left, right) => left - right);
    };

    const countIn = async (entity: string, filter: string): Promise<number> =>
      JSON.parse(await execute(app, `{ rows: ${entity}_connection(filter: ${filter}) { totalCount } }`)).rows
        .totalCount;

    test.each(cases.map((testCase, index) => ({ ...testCase, index })))(
      'compares exactly: $type',
      async ({ stored, others, index }) => {
        const found: Record<string, unknown> = {};
        const wanted: Record<string, unknown> = {};
        for (const [value, below] of others) {
          for (const [operator, places] of Object.entries(expected(stored.length, below))) {
            const operand = operator.endsWith('in') ? `[${value}]` : value;
            for (const entity of [`keyed${index}s`, `listed${index}s`]) {
              // A statement is prepared once it was run twice.
              for (const run of [1, 2, 3, 4]) {
                const title = `${entity} ${operator} ${value}, run ${run}`;
                wanted[title] = places;
                found[title] = await placesIn(entity, `{ code: { ${operator}: ${operand} } }`);
              }
            }
            const counted = `number of listed${index}s ${operator} ${value}`;
            wanted[counted] = places.length * COPIES;
            found[counted] = await countIn(`listed${index}s`, `{ code: { ${operator}: ${operand} } }`);
            const nested = `listed${index}s through same ${operator} ${value}`;
            wanted[nested] = places;
            found[nested] = await placesIn(`listed${index}s`, `{ same: { code: { ${operator}: ${operand} } } }`);
          }
          const key = `keyed${index} by the key ${value}`;
          wanted[key] = null;
          found[key] = JSON.parse(await execute(app, `{ row: keyed${index}_by_pk(code: ${value}) { place } }`)).row;
        }
        for (const [place, value] of stored.entries()) {
          for (const entity of [`keyed${index}s`, `listed${index}s`]) {
            wanted[`${entity} eq ${value}`] = [place];
            found[`${entity} eq ${value}`] = await placesIn(entity, `{ code: { eq: ${value} } }`);
          }
        }
        expect(found).toEqual(wanted);
      },
    );

    test.each(cases.map(({ type, stored: [value] }, index) => ({ type, value, index })))(
      'uses the index of the column: $type',
      async ({ value, index }) => {
        for (const operator of ['eq', 'lte']) {
          const filter = `{ code: { ${operator}: ${value} } }`;
          const document = parse(`{ rows: listed${index}s_connection(filter: ${filter}) { totalCount } }`);
          const { statements } = app.explain({
            document,
            operationName: undefined,
            variables: {},
            identity: { role: 'anonymous', claims: {} },
          });
          await session.query('flush status');
          await session.query(statements[0]?.text ?? '', [...(statements[0]?.values ?? [])]);
          const [rows] = await session.query("show session status like 'handler_read_rnd_next'");
          expect(rows, operator).toMatchObject([{ Value: expect.stringMatching(/^\d$/) }]);
        }
      },
    );
  });
});
