import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { typeOf } from '../support/dialects.ts';
import { dataText, runDocument } from '../support/run-document.ts';
import { openSession } from '../support/sql/open-session.ts';

/** Inputs that random operations seldom produce. */
describe('rare inputs', () => {
  const server = inject('server');
  let app: Application;
  let url: string;

  beforeAll(async () => {
    url = await createDatabase(server, 'rare_inputs', []);
    const session = openSession(server, url);
    await session
      .run('create table notes (id int primary key, owner varchar(20)); insert into notes (id) values (1), (2), (3);')
      .finally(() => session.close());
    const policy = { database: "@item.owner eq 'ann'" };
    app = await bootFile({
      'data-source': { 'database-type': typeOf(server), 'connection-string': url },
      entities: {
        Note: {
          source: 'notes',
          permissions: [
            { role: 'anonymous', actions: ['read'] },
            { role: 'writer', actions: ['read', { action: 'create', policy }, { action: 'update' }] },
          ],
        },
      },
    });
  });
  afterAll(() => app.close());

  it.each([
    [0, false],
    [1, true],
  ])('a page with the literal offset %i has hasPreviousPage %s', async (offset, expected) => {
    const query = `{ notes_connection(first: 1, offset: ${offset}) { hasPreviousPage } }`;
    expect(await runDocument(app, query)).toMatchObject({
      data: JSON.stringify({ notes_connection: { hasPreviousPage: expected } }),
    });
  });

  it('a connection rejects "before" together with "offset"', async () => {
    const { notes_connection: page } = JSON.parse(
      dataText(await runDocument(app, '{ notes_connection(first: 1, offset: 1) { startCursor } }')),
    );
    const query = `{ notes_connection(first: 1, before: "${page.startCursor}", offset: 1) { totalCount } }`;
    const result = await runDocument(app, query);
    expect(() => dataText(result)).toThrow(/"before".*"offset"/);
  });

  it('new rows for one of which the policy is unknown are all rejected', async () => {
    const mutation = 'mutation { createNotes(items: [{ id: 7, owner: "ann" }, { id: 8 }]) { affected } }';
    expect(JSON.stringify(await runDocument(app, mutation, { role: 'writer' }))).toContain('Forbidden');
    expect(await runDocument(app, '{ notes(filter: { id: { gte: 7 } }) { id } }')).toMatchObject({
      data: '{"notes":[]}',
    });
  });
});
