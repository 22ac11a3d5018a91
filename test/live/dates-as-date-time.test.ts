import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { ANONYMOUS } from '../../src/base/identity.ts';
import type { Config } from '../../src/config/config.ts';
import { Random } from '../oracle/generate/random.ts';
import { bootFile } from '../support/boot-file.ts';
import { bootShop } from '../support/boot-shop.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { connectTo } from './mariadb-support.ts';

/** The shop with dates as DateTime, and one more role with these policies. */
const withDates =
  (policies: Readonly<Record<string, string>> = {}) =>
  (config: Config): Config => ({
    ...config,
    runtime: { ...config.runtime, graphql: { ...config.runtime.graphql, dateScalar: 'DateTime' } },
    entities: config.entities.map((entity) => {
      const policy = policies[entity.name];
      const right = { action: 'read', exclude: [], ...(policy === undefined ? {} : { policy }) } as const;
      return { ...entity, permissions: [...entity.permissions, { role: 'clerk', actions: [right] }] };
    }),
  });

interface Caller {
  readonly role?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, unknown>>;
}

async function dataOf<T>(app: Application, query: string, caller: Caller = {}): Promise<T> {
  const { role = 'anonymous', claims = {}, variables = {} } = caller;
  const document = parse(query);
  expect(validate(app.schema, document)).toEqual([]);
  const identity = { role, claims };
  const answer = await app.answer({ document, operationName: undefined, variables, identity });
  if (answer.kind !== 'answered') throw answer.kind === 'failed' ? answer.apiError : answer.apiErrors[0];
  return JSON.parse(answer.data);
}

const DAY = 24 * 60 * 60 * 1000;

const holds: Readonly<Record<string, (day: number, instant: number) => boolean>> = {
  eq: (day, instant) => day === instant,
  neq: (day, instant) => day !== instant,
  gt: (day, instant) => day > instant,
  gte: (day, instant) => day >= instant,
  lt: (day, instant) => day < instant,
  lte: (day, instant) => day <= instant,
};

/** Prints an instant as clients do, in UTC or in another zone. */
function writeInstant(random: Random, instant: number): string {
  const offset = random.pick([0, 0, 120, -330, 840]);
  const local = new Date(instant + offset * 60_000).toISOString().replace('Z', '').replace('.000', '');
  const sign = offset < 0 ? '-' : '+';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) =>
    String(n).padStart(2, '0'),
  );
  return offset === 0 ? `${local}${random.pick(['Z', '', '+00:00'])}` : `${local}${sign}${hours}:${minutes}`;
}

for (const server of ['postgres', 'mariadb'] as const) {
  describeOn(server, `dates as DateTime on ${server}`, () => {
    let app: Application;
    let birthdays: readonly { id: number; birthday: string | null }[];
    beforeAll(async () => {
      app = await bootShop({
        server,
        change: withDates({
          Customer: '@item.birthday lt @claims.born and year(@item.birthday) ge 1950',
          Employee: '@item.hired_on eq 2019-03-04 or @item.hired_on in (@claims.days)',
          Supplier: '@item.since ge 2015-06-01T12:00:00Z',
        }),
      });
      const allCustomers = '{ customers(first: 500) { id birthday } }';
      birthdays = (await dataOf<{ customers: typeof birthdays }>(app, allCustomers)).customers;
    });
    afterAll(() => app.close());

    it('replace the scalar Date', () => {
      expect(app.sdl).toContain('birthday: DateTime\n');
      expect(app.sdl).not.toMatch(/\bDate\b/);
    });

    it('are printed as midnight in UTC', () => {
      const days = birthdays.flatMap(({ birthday }) => birthday ?? []);
      expect(days.length).toBeGreaterThan(50);
      expect(days.length).toBeLessThan(birthdays.length);
      for (const day of days) expect(day).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\+00:00$/);
    });

    it('compare with instants of any hour and zone', async () => {
      const random = new Random(19_990_108);
      const days = birthdays.flatMap(({ birthday }) => (birthday === null ? [] : [Date.parse(birthday)]));
      let count = 0;
      for (let round = 0; round < 60; round += 1) {
        const operator = random.pick(Object.keys(holds));
        const instant = random.pick(days) + random.pick([0, 0, 1, -1, DAY / 2, -DAY / 2, 1500, DAY]);
        const text = writeInstant(random, instant);
        const inDocument = random.chance(0.5);
        const { customers } = await dataOf<{ customers: { id: number }[] }>(
          app,
          inDocument
            ? `{ customers(first: 500, filter: { birthday: { ${operator}: "${text}" } }) { id } }`
            : `query ($at: DateTime) { customers(first: 500, filter: { birthday: { ${operator}: $at } }) { id } }`,
          inDocument ? {} : { variables: { at: text } },
        );
        const expected = birthdays.filter(
          ({ birthday }) => birthday !== null && holds[operator]?.(Date.parse(birthday), instant),
        );
        expect(
          customers.map(({ id }) => id),
          `${operator} ${text}`,
        ).toEqual(expected.map(({ id }) => id));
        count += customers.length;
      }
      expect(count).toBeGreaterThan(100);
    });

    it('match instants at midnight only', async () => {
      const [first, second] = birthdays.filter(({ birthday }) => birthday !== null);
      const [one, two] = [first?.birthday?.slice(0, 10), second?.birthday?.slice(0, 10)];
      const among = `["${one}", "${two}T01:00:00+01:00", "${one}T12:00:00Z", null]`;
      const found = await dataOf<Record<'among' | 'none' | 'others', { birthday: string }[]>>(
        app,
        `{ among: customers(first: 500, filter: { birthday: { in: ${among} } }) { birthday }
           none: customers(filter: { birthday: { in: ["${one}T12:00:00Z", "${two}T00:00:01Z"] } }) { birthday }
           others: customers(first: 500, filter: { birthday: { nin: ${among} } }) { birthday } }`,
      );
      expect(new Set(found.among.map(({ birthday }) => birthday))).toEqual(
        new Set([first?.birthday, second?.birthday]),
      );
      expect(found.none).toEqual([]);
      const known = birthdays.filter(({ birthday }) => birthday !== null);
      expect(found.among.length + found.others.length).toBe(known.length);
    });

    it('sort as days, NULL last', async () => {
      const { customers } = await dataOf<{ customers: { id: number; birthday: string | null }[] }>(
        app,
        '{ customers(first: 500, orderBy: { birthday: ASC }) { id birthday } }',
      );
      const sorted = birthdays.toSorted((a, b) => {
        if (a.birthday === b.birthday) return a.id - b.id;
        if (a.birthday === null || b.birthday === null) return a.birthday === null ? 1 : -1;
        return Date.parse(a.birthday) - Date.parse(b.birthday);
      });
      expect(customers).toEqual(sorted);
    });

    it('can be keys', async () => {
      const { sales } = await dataOf<{ sales: { month: string; country: string }[] }>(
        app,
        '{ sales(first: 3, offset: 5) { month country } }',
      );
      for (const { month, country } of sales) {
        const query = `{ sale_by_pk(month: "${month}", country: "${country}") { month country } }`;
        expect(await dataOf(app, query)).toEqual({ sale_by_pk: { month, country } });
        const noon = query.replace('T00', 'T12');
        expect(await dataOf(app, noon)).toEqual({ sale_by_pk: null });
      }
      expect(sales).toHaveLength(3);
    });

    it('are DateTime values in policies', async () => {
      const clerk = { role: 'clerk', claims: { born: '1980-01-01T10:00:00Z', days: ['2019-03-04T09:00:00Z'] } };
      const { customers, employees, suppliers } = await dataOf<{
        customers: { birthday: string }[];
        employees: { hired_on: string }[];
        suppliers: { since: string }[];
      }>(app, '{ customers(first: 500) { birthday } employees { hired_on } suppliers(first: 500) { since } }', clerk);
      const born = Date.parse('1980-01-01T10:00:00Z');
      const expected = birthdays.filter(
        ({ birthday }) => birthday !== null && birthday >= '1950' && Date.parse(birthday) < born,
      );
      expect(expected.length).toBeGreaterThan(3);
      expect(customers.map(({ birthday }) => birthday)).toEqual(expected.map(({ birthday }) => birthday));
      expect(employees.every(({ hired_on }) => hired_on.startsWith('2019-03-04'))).toBe(true);
      expect(suppliers.length).toBeGreaterThan(0);
      expect(suppliers.every(({ since }) => since > '2015-06-01T12')).toBe(true);
    });
  });
}

describe('lists of dates, and pages in their order', () => {
  let app: Application;
  beforeAll(async () => {
    const folder = await makeTemporaryFolder();
    const file = join(folder, 'days.sql');
    await writeFile(
      file,
      `create table plans (id int primary key, day date, days date[]);
       insert into plans select n, case when n % 7 = 0 then null else date '2020-01-01' + n % 5 end,
         case when n % 3 = 0 then null else array[date '2020-01-01' + n % 4, null] end from generate_series(1, 40) n`,
    );
    const connectionString = await createDatabase('postgres', 'dates_as_date_time', [file]);
    await rm(folder, { recursive: true });
    app = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': connectionString },
      runtime: { compatibility: 'dab' },
      entities: { Plan: { source: 'plans', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
    });
  });
  afterAll(() => app.close());

  it('contain DateTime values', async () => {
    const found = await dataOf<Record<string, { items: { id: number; days: string[] }[] }>>(
      app,
      `{ has: plans(filter: { days: { has: "2020-01-02T00:00:00Z" } }) { items { id days } }
         noon: plans(filter: { days: { has: "2020-01-02T12:00:00Z" } }) { items { id } }
         any: plans(filter: { days: { hasAny: ["2020-01-02", "2020-01-03T12:00:00Z"] } }) { items { id } }
         all: plans(filter: { days: { hasAll: ["2020-01-02", "2020-01-03"] } }) { items { id } } }`,
    );
    const expected = Array.from({ length: 40 }, (_, index) => index + 1).filter((n) => n % 3 !== 0 && n % 4 === 1);
    expect(found.has?.items.map(({ id }) => id)).toEqual(expected);
    expect(found.any?.items.map(({ id }) => id)).toEqual(expected);
    expect(found.has?.items[0]?.days).toEqual(['2020-01-02T00:00:00+00:00', null]);
    expect([found.noon?.items, found.all?.items]).toEqual([[], []]);
  });

  interface Page {
    readonly plans: { readonly items: { id: number }[]; readonly endCursor: string | null };
  }

  it.each(['ASC', 'DESC', 'ASC_NULLS_FIRST'])('returns each row once when paging by day, %s', async (direction) => {
    const whole = await dataOf<{ plans: { items: { id: number }[] } }>(
      app,
      `{ plans(first: 100, orderBy: { day: ${direction} }) { items { id } } }`,
    );
    const seen: { id: number }[] = [];
    for (let after: string | null = null, page = 0; page < 20; page += 1) {
      const { plans }: Page = await dataOf<Page>(
        app,
        `query ($after: String) { plans(first: 7, after: $after, orderBy: { day: ${direction} }) { items { id } endCursor } }`,
        { variables: { after } },
      );
      seen.push(...plans.items);
      after = plans.endCursor;
      if (after === null) break;
    }
    expect(seen).toEqual(whole.plans.items);
    expect(seen).toHaveLength(40);
  });
});

/** Query plans of a filter on an indexed date. */
const indexed =
  'query ($at: DateTime) { customers(filter: { birthday: { gte: $at } }, orderBy: { birthday: ASC }) { id } }';
const explaining = { operationName: undefined, variables: { at: '1980-01-01T10:00:00Z' }, identity: ANONYMOUS };

it('uses an index on a date on postgres', async () => {
  const database = 'dates_as_date_time_index';
  const app = await bootShop({ database, change: withDates() });
  const [statement] = app.explain({ ...explaining, document: parse(indexed) }).statements;
  await app.close();
  const url = new URL(inject('postgres'));
  url.pathname = database;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query('create index on customers (birthday); set enable_seqscan = off');
  const { rows } = await client
    .query(`explain ${statement?.text}`, [...(statement?.values ?? [])])
    .finally(() => client.end());
  const lines = rows.map((row) => row['QUERY PLAN'] as string).join('\n');
  expect(lines).toMatch(/Index Cond: .*birthday >= '1980-01-01 10:00:00'::timestamp/);
});

describeOn('mariadb', 'an index on a date', () => {
  it('is used on mariadb', async () => {
    const database = 'dates_as_date_time_index';
    const app = await bootShop({ server: 'mariadb', database, change: withDates() });
    const [statement] = app.explain({ ...explaining, document: parse(indexed) }).statements;
    await app.close();
    const session = await connectTo(database);
    await session.query('create index by_birthday on customers (birthday)');
    const [plan] = await session.query(`explain ${statement?.text}`, [...(statement?.values ?? [])]);
    await session.end();
    expect(plan).toContainEqual(expect.objectContaining({ key: 'by_birthday', type: 'range' }));
  });
});
