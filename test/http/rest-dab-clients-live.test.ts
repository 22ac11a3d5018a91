import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const TABLES = `
create table people (code varchar(10) primary key, born_on date, owner varchar(10) not null);
create table days (day date primary key, note varchar(20));
create table numbers (id int primary key, parent_id int references numbers);
insert into people values ('a', '1832-01-27', 'me'), ('b', null, 'me'), ('c', '1900-02-28', 'me');
insert into days values ('1832-01-27', 'x');
insert into numbers values (1, null), (2, 1), (3, 2);
`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const owned = { action: 'read', policy: { database: "@item.owner eq 'me'" } };

describe('requests of clients of Data API builder', () => {
  let served: ServedTables;
  beforeAll(async () => {
    served = await serveTables(
      'rest_dab_clients',
      TABLES,
      {
        Person: {
          source: 'people',
          rest: { path: 'all people/of the town' },
          permissions: [{ role: 'anonymous', actions: ['create', 'update', 'delete', owned] }],
        },
        Day: { source: 'days', permissions },
        Number: {
          source: 'numbers',
          permissions,
          relationships: {
            children: {
              cardinality: 'many',
              'target.entity': 'Number',
              'source.fields': ['id'],
              'target.fields': ['parent_id'],
            },
          },
        },
      },
      { runtime: { compatibility: 'dab' } },
    );
  });
  afterAll(() => served.close());

  const request = async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(`${served.origin}/api/${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, location: response.headers.get('location'), body: text && JSON.parse(text) };
  };
  const people = 'all%20people/of%20the%20town';

  it('return a date over REST as a date, and over GraphQL as a timestamp', async () => {
    expect((await request(`${people}/code/a`)).body.value).toEqual([{ code: 'a', born_on: '1832-01-27', owner: 'me' }]);
    expect((await request(`${people}?$filter=born_on lt 1900-01-01&$select=born_on`)).body.value).toEqual([
      { born_on: '1832-01-27' },
    ]);
    expect((await request('Day/day/1832-01-27')).body.value).toEqual([{ day: '1832-01-27', note: 'x' }]);
    const created = await request('Day', { day: '2000-02-29T00:00:00Z', note: 'y' });
    expect([created.status, created.body.value, created.location]).toEqual([
      201,
      [{ day: '2000-02-29', note: 'y' }],
      expect.stringMatching(/\/api\/Day\/day\/2000-02-29$/),
    ]);
    expect((await request('Day/day/2000-02-29', { note: 'z' }, 'PATCH')).body.value).toEqual([
      { day: '2000-02-29', note: 'z' },
    ]);
    expect(await served.data('{ person_by_pk(code: "a") { born_on } }')).toEqual({
      person_by_pk: { born_on: '1832-01-27T00:00:00+00:00' },
    });
  });

  it('may have a path with spaces, also in links', async () => {
    const page = await request(`${people}?$first=1&$orderby=code desc`);
    expect(page.body.value).toMatchObject([{ code: 'c' }]);
    expect(new URL(page.body.nextLink).pathname).toBe(`/api/${people}`);
    const next = await (await fetch(page.body.nextLink)).json();
    expect(next.value).toMatchObject([{ code: 'b' }]);
    expect((await request('ALL%20people/of%20the%20town/code/a')).status).toBe(200);
  });

  it('return the Location of a hidden row if the client knows its key', async () => {
    const created = await request(people, { code: 'd', owner: 'you' });
    expect(created).toEqual({
      status: 201,
      location: expect.stringMatching(/\/api\/all%20people\/of%20the%20town\/code\/d$/),
      body: { value: [] },
    });
  });

  it('may contain null operators, which filter nothing', async () => {
    const query = `query ($name: String, $names: [String]) {
      people(filter: { code: { eq: $name, contains: null, in: $names }, born_on: { isNull: false, lt: null } }) { items { code } } }`;
    const found = { people: { items: [{ code: 'a' }, { code: 'c' }] } };
    expect(await served.data(query, { variables: { name: null, names: null } })).toEqual(found);
    expect(
      await served.data('{ people(filter: { code: { eq: "a" }, born_on: { eq: null } }) { items { code } } }'),
    ).toEqual({
      people: { items: [{ code: 'a' }] },
    });
  });

  it('match no rows in a write to many rows by a null operator', async () => {
    expect(
      await served.data(
        'mutation { updatePeople(filter: { code: { eq: null } }, item: { owner: "me" }) { affected } }',
      ),
    ).toEqual({ updatePeople: { affected: 0 } });
  });

  it('may nest lists of a hundred items each', async () => {
    const levels = (depth: number): string =>
      depth === 0 ? '' : ` children(first: 100) { items { id${levels(depth - 1)} } }`;
    const data = await served.data(`{ numbers(first: 100) { items { id${levels(3)} } } }`);
    expect(data).toMatchObject({
      numbers: {
        items: [
          { id: 1, children: { items: [{ id: 2, children: { items: [{ id: 3, children: { items: [] } }] } }] } },
          {},
          {},
        ],
      },
    });
    expect(
      await served.data('{ numbers(first: -1) { items { id children(first: -1) { items { id } } } } }'),
    ).toBeDefined();
  });
});
