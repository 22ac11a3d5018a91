import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ddl, newer, older, runtime } from '../fixtures/dab/library.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { appService, asPrincipal } from './support/principal-header.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

describe.each([
  ['the newer form', newer],
  ['older spellings', older],
] as const)('a configuration of Data API builder in %s', (form, entities) => {
  const warnings: string[] = [];
  let rest: ServedRest;

  beforeAll(async () => {
    const file = join(await makeTemporaryFolder(), 'ddl.sql');
    await writeFile(file, ddl);
    const url = new URL(await createDatabase('postgres', `dab_${form.replaceAll(' ', '_')}`, [file]));
    const pairs = { Host: url.hostname, Port: url.port, Database: url.pathname.slice(1), Username: url.username };
    const connection = Object.entries({ ...pairs, Password: decodeURIComponent(url.password) });
    const application = await bootFile(
      {
        $schema: 'https://github.com/Azure/data-api-builder/releases/download/vmajor.minor.patch/dab.draft.schema.json',
        'data-source': {
          'database-type': 'postgresql',
          'connection-string': connection.map(([key, value]) => `${key}=${value}`).join(';'),
          options: {},
        },
        runtime,
        autoentities: {},
        entities,
      },
      ({ path, message }) => warnings.push(`${path.join(' ')}: ${message}`),
    );
    rest = await serveRest(application);
  });
  afterAll(() => rest.close());

  const value = async (path: string, roles: readonly string[] = []): Promise<unknown> => {
    const [role = ''] = roles;
    const headers = asPrincipal(appService(roles.map((name) => ['roles', name])));
    return (await rest.get(path, {}, { role, headers })).body.value;
  };

  const data = async (query: string): Promise<unknown> => {
    const { body } = await rest.fetch('/graphql', {
      role: '',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return body.errors ?? body.data;
  };

  it('starts with warnings about unsupported settings', () => {
    expect(warnings.filter((line) => !/: "\w+" is ignored\. /.test(line))).toEqual([
      expect.stringMatching(/^entities Volume fields: Column "colour" of "volumes" does not exist. Its settings/),
      expect.stringMatching(/^entities Unread permissions 0 .*: The action is unavailable to the role/),
    ]);
  });

  it('serves both APIs', async () => {
    expect(await value('Volume?$first=1&$select=id,name,count,pages')).toEqual([
      { id: 1, name: 'A', count: 5, pages: 10 },
    ]);
    expect(await value('shelf/id/1')).toEqual([{ id: 1, label: 'top' }]);
    expect(await value('Plant')).toEqual([{ 'the №': 1, 'Scientific Name': 'Abies' }]);
    expect(await value('titled/id/2')).toEqual([{ id: 2, title: 'B' }]);
    expect(
      await data(
        '{ volumes(first: 2) { items { name shelf { label volumes { items { id } } } writers { items { name } } } } }',
      ),
    ).toEqual({
      volumes: {
        items: [
          {
            name: 'A',
            shelf: { label: 'top', volumes: { items: [{ id: 1 }, { id: 2 }] } },
            writers: { items: [{ name: 'Ann' }, { name: 'Bob' }] },
          },
          {
            name: 'B',
            shelf: { label: 'top', volumes: { items: [{ id: 1 }, { id: 2 }] } },
            writers: { items: [{ name: 'Cid' }] },
          },
        ],
      },
    });
  });

  it('resolves a relationship through the named columns of a junction, and one from an entity to itself', async () => {
    expect(
      await data(
        '{ person_by_pk(id: 1) { friends { items { id } } } account_by_pk(key: 1) { above { key } below { items { key } } } }',
      ),
    ).toEqual({
      person_by_pk: { friends: { items: [{ id: 2 }, { id: 3 }] } },
      account_by_pk: { above: null, below: { items: [{ key: 2 }, { key: 3 }] } },
    });
    expect(await data('{ person_by_pk(id: 2) { friends { items { id } } } }')).toEqual({
      person_by_pk: { friends: { items: [] } },
    });
  });

  it('applies permissions, policies, and roles in any case', async () => {
    expect(await value('shelf', ['keeper'])).toEqual([{ id: 1, label: 'top' }]);
    expect(await value('shelf', ['authenticated'])).toHaveLength(2);
    const forbidden = await rest.get('shelf/id/1', {}, { role: '', method: 'DELETE' });
    expect([forbidden.status, forbidden.body.error.code]).toEqual([401, 'AuthenticationChallenge']);
    const unread = await rest.get('Unread', {}, { role: '' });
    expect([unread.status, unread.body.error.code]).toEqual([405, 'BadRequest']);
  });

  it('writes through a view, and allows CORS requests of the configured origin', async () => {
    const { status, headers } = await rest.get(
      'titled/id/3',
      {},
      {
        role: '',
        method: 'PATCH',
        headers: { 'content-type': 'application/json', origin: 'http://localhost:5000' },
        body: '{"title":"D"}',
      },
    );
    expect([status, headers['access-control-allow-origin']]).toEqual([200, 'http://localhost:5000']);
    expect(await value('Volume/id/3?$select=name')).toEqual([{ name: 'D' }]);
  });
});
