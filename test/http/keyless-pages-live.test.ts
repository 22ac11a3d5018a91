import { parse } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

/** Rows without a key: all differ in `note`, some in nothing else. */
const ROWS = Array.from({ length: 24 }, (_, index) => ({
  sensor: `s${index % 2}`,
  taken: index % 3 === 0 ? null : Math.floor(index / 4),
  note: `n${(index * 7) % 24}`,
}));

const valuesOf = (rows: typeof ROWS): string =>
  rows.map(({ sensor, taken, note }) => `('${sensor}', ${taken ?? 'null'}, '${note}')`).join(', ');

const ddl = `
  create table sensors (id varchar(5) primary key);
  insert into sensors values ('s0'), ('s1');
  create table readings (sensor varchar(5), taken int, note varchar(5));
  insert into readings values ${valuesOf(ROWS)};
  create view late_readings as select sensor, taken, note from readings;`;

const read = (exclude: readonly string[] = []) => [{ action: 'read', fields: { include: ['*'], exclude } }];
const permissions = [
  { role: 'anonymous', actions: read() },
  { role: 'guest', actions: read(['note']) },
];

let tables: ServedTables;
beforeAll(async () => {
  tables = await serveTables('keyless_pages', ddl, {
    Sensor: {
      source: 'sensors',
      permissions: [{ role: 'anonymous', actions: ['read'] }],
      relationships: { readings: { hasMany: 'Reading', on: { id: 'sensor' } } },
    },
    Reading: { source: 'readings', permissions },
    LateReading: { source: { object: 'late_readings', type: 'view' }, permissions },
  });
});
afterAll(() => tables.close());

type Row = (typeof ROWS)[number];

const notesOf = (rows: readonly Row[]): readonly string[] => rows.map(({ note }) => note).sort();
const allNotes = notesOf(ROWS);

let isReversed = false;

/** Stores the same rows in reverse order, so that a scan returns them in another order. */
async function rewrite(): Promise<void> {
  isReversed = !isReversed;
  await tables.sql('delete from readings');
  await tables.sql(`insert into readings values ${valuesOf(isReversed ? ROWS.toReversed() : ROWS)}`);
}

it.each(['readings_connection', 'lateReadings_connection'])(
  'pages of %s contain each row once although the storage order changes',
  async (field) => {
    for (const orderBy of ['', ', orderBy: { taken: DESC }']) {
      const found: Row[] = [];
      let after: string | null = null;
      do {
        const query = `query ($after: String) { ${field}(first: 5, after: $after${orderBy}) { hasNextPage endCursor items { sensor taken note } } }`;
        const page = (await tables.data(query, { variables: { after } }))[field] as {
          items: Row[];
          hasNextPage: boolean;
          endCursor: string;
        };
        found.push(...page.items);
        after = page.hasNextPage ? page.endCursor : null;
        await rewrite();
      } while (after !== null);
      expect(notesOf(found)).toEqual(allNotes);
    }
  },
);

it('offsets return each row once although the storage order changes', async () => {
  const found: Row[] = [];
  for (let offset = 0; offset < ROWS.length; offset += 5) {
    const { readings } = await tables.data(`{ readings(first: 5, offset: ${offset}) { sensor taken note } }`);
    found.push(...(readings as Row[]));
    await rewrite();
  }
  expect(notesOf(found)).toEqual(allNotes);
});

it('nextLink leads to each row once although the storage order changes', async () => {
  for (const orderBy of ['', '&$orderby=taken desc']) {
    const found: Row[] = [];
    let next: string | undefined = `${tables.origin}/api/Reading?$first=5${orderBy}`;
    while (next !== undefined) {
      const page = (await (await fetch(next)).json()) as { value: Row[]; nextLink?: string };
      found.push(...page.value);
      next = page.nextLink;
      await rewrite();
    }
    expect(notesOf(found)).toEqual(allNotes);
  }
});

it('nested pages contain each row once although the storage order changes', async () => {
  const found: Row[] = [];
  for (let offset = 0; offset < ROWS.length / 2; offset += 5) {
    const { sensors } = await tables.data(`{ sensors { readings(first: 5, offset: ${offset}) { note } } }`);
    found.push(...(sensors as { readings: Row[] }[]).flatMap(({ readings }) => readings));
    await rewrite();
  }
  expect(notesOf(found)).toEqual(allNotes);
});

it('the order uses no column that the role cannot read', () => {
  const statement = (role: string): string | undefined =>
    tables.application.explain({
      document: parse('{ readings_connection(first: 5) { endCursor items { sensor } } }'),
      operationName: undefined,
      variables: {},
      identity: { role, claims: {} },
    }).statements[0]?.text;
  expect(statement('anonymous')).toContain('note');
  expect(statement('guest')).toContain('taken');
  expect(statement('guest')).not.toContain('note');
});
