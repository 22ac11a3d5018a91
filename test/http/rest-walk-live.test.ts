import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { follow } from './support/follow-links.ts';
import { queryString, type ServedRest, serveRest } from './support/serve-rest.ts';

const ROWS = 10_000;
const SIZE = 900;

/** Few distinct values in each column, and NULLs. */
const ddl = `
  create table owners (id integer primary key, name text);
  insert into owners select i, case when i % 4 > 0 then 'owner ' || i % 9 end from generate_series(1, 40) i;
  create table singles (
    id bigint primary key, label text, amount numeric, happened timestamptz, flag boolean, owner_id integer references owners
  );
  insert into singles select
    i * 7919 % 100003, case when i % 5 > 0 then chr(97 + i % 7) end, case when i % 3 > 0 then (i % 11) / 4.0 end,
    case when i % 13 > 0 then timestamptz '2024-01-01' + i % 17 * interval '1 millisecond' end,
    case when i % 3 > 0 then i % 2 = 0 end, case when i % 6 > 0 then 1 + i % 40 end
  from generate_series(1, ${ROWS}) i;
  create table pairs (part text, number integer, id bigint references singles, label text, primary key (part, number));
  insert into pairs select label_of, row_number() over (partition by label_of order by id), id, label
  from (select coalesce(label, 'ñ/' || id % 3) as label_of, id, case when id % 2 = 0 then label end as label from singles) s;
  create index on pairs (id); analyze;`;

let client: Client;
let rest: ServedRest;

beforeAll(async () => {
  const file = join(await makeTemporaryFolder(), 'walk.sql');
  await writeFile(file, ddl);
  const url = await createDatabase('postgres', 'rest_walk', [file]);
  client = new Client({ connectionString: url });
  await client.connect();
  const permissions = [{ role: 'anonymous', actions: ['read'] }];
  rest = await serveRest(
    await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: {
        Owner: { source: 'owners', permissions },
        Thing: {
          source: 'singles',
          permissions,
          relationships: { owner: { belongsTo: 'Owner' }, pairs: { hasMany: 'Pair' } },
        },
        Pair: { source: 'pairs', permissions, relationships: { single: { belongsTo: 'Thing' } } },
      },
    }),
  );
});
afterAll(async () => {
  await Promise.all([rest.close(), client.end()]);
});

interface Walked {
  readonly entity: 'Thing' | 'Pair';
  readonly options: Readonly<Record<string, string>>;
  /** The SQL after FROM, to the end. */
  readonly sql: string;
}

const single = 'singles s left join owners o on o.id = s.owner_id';
const pair = 'pairs p join singles s on s.id = p.id left join owners o on o.id = s.owner_id';

const walks: readonly Walked[] = [
  { entity: 'Thing', options: {}, sql: `${single} order by s.id` },
  { entity: 'Thing', options: { $orderby: 'id desc' }, sql: `${single} order by s.id desc` },
  { entity: 'Thing', options: { $orderby: 'label' }, sql: `${single} order by label, s.id` },
  { entity: 'Thing', options: { $orderby: 'label desc,amount' }, sql: `${single} order by label desc, amount, s.id` },
  {
    entity: 'Thing',
    options: { $orderby: 'happened nulls first,flag desc nulls last,id desc' },
    sql: `${single} order by happened nulls first, flag desc nulls last, s.id desc`,
  },
  {
    entity: 'Thing',
    options: {
      $orderby: 'owner/name desc nulls last,amount desc',
      $expand: 'owner($select=name),pairs($select=number;$first=1)',
    },
    sql: `${single} order by o.name desc nulls last, amount desc, s.id`,
  },
  {
    entity: 'Thing',
    options: { $orderby: 'flag,label nulls first', $filter: "flag ne true or amount gt 1 or owner/name eq 'owner 3'" },
    sql: `${single} where flag <> true or amount > 1 or o.name = 'owner 3' order by flag, label nulls first, s.id`,
  },
  { entity: 'Pair', options: {}, sql: `${pair} order by part, number` },
  { entity: 'Pair', options: { $orderby: 'number desc' }, sql: `${pair} order by number desc, part` },
  { entity: 'Pair', options: { $orderby: 'part desc,number desc' }, sql: `${pair} order by part desc, number desc` },
  {
    entity: 'Pair',
    options: { $orderby: 'label desc,single/owner/name', $expand: 'single($select=id;$expand=owner($select=name))' },
    sql: `${pair} order by p.label desc, o.name, part, number`,
  },
  {
    entity: 'Pair',
    options: { $orderby: 'label', $filter: 'label eq null and single/amount lt 2', $expand: 'single($select=amount)' },
    sql: `${pair} where p.label is null and s.amount < 2 order by p.label, part, number`,
  },
];

const keys = {
  Thing: { $select: 'id', of: ({ id }: { id?: unknown }) => String(id), sql: 's.id::text' },
  Pair: {
    $select: 'part,number',
    of: ({ part, number }: { part?: unknown; number?: unknown }) => `${part} ${number}`,
    sql: "part || ' ' || number",
  },
} as const;

describe(`paging through ${ROWS} rows`, () => {
  it.each(walks)(
    'returns each row once and in order, forwards and backwards: $entity by $options.$orderby, $options.$filter',
    { timeout: 300_000 },
    async ({ entity, options, sql }) => {
      const { $select, of, sql: key } = keys[entity];
      const { rows } = await client.query(`select ${key} as key from ${sql}`);
      const expected = rows.map((row) => row.key);
      if (options.$filter === undefined) expect(expected).toHaveLength(ROWS);
      else expect(expected.length).toBeGreaterThan(SIZE * 2);

      const start = `/api/${entity}${queryString({ $select, ...options, $first: SIZE })}`;
      const forwards = await follow(rest, { from: start, by: 'next' });
      expect(forwards.items.map(of)).toEqual(expected);
      expect(forwards.pages).toHaveLength(Math.ceil(expected.length / SIZE));

      const end = forwards.pages.at(-2)?.body.nextLink ?? '';
      const backwards = await follow(rest, { from: end, by: 'prev' });
      expect(backwards.pages.toReversed().flatMap(({ body }) => body.value.map(of))).toEqual(expected);

      const fromEnd = `/api/${entity}${queryString({ $select, ...options, $last: SIZE })}`;
      const mirrored = await follow(rest, { from: fromEnd, by: 'prev' });
      expect(mirrored.pages.toReversed().flatMap(({ body }) => body.value.map(of))).toEqual(expected);
    },
  );
});
