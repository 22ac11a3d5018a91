import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { createTables, type Tables } from '../support/create-tables.ts';
import { dataText, runDocument } from '../support/run-document.ts';
import type { ServerName } from '../support/servers.ts';
import { upTo } from './boot-tapped.ts';
import { type Tap, tapWire } from './tap-wire.ts';

const SQL = `
  create table albums (id serial primary key, title varchar(80) not null);
  create table songs (
    id serial primary key, album_id int not null references albums, title varchar(80) not null);
`;

/** Expected round trips, from the first message to the last. */
const ROUND_TRIPS: Readonly<Record<ServerName, number>> = { postgres: 5, mariadb: 5, mysql: 5, sqlserver: 1 };

let tables: Tables;
let tap: Tap;
let app: Application;

beforeAll(async () => {
  tables = await createTables('cost_nested_create', SQL);
  tap = await tapWire(tables.source['connection-string']);
  const permissions = [{ role: 'anonymous', actions: ['*'] }];
  app = await bootFile({
    'data-source': { ...tables.source, 'connection-string': tap.connectionString, 'catalog-interval-ms': 0 },
    entities: {
      Album: { source: 'albums', permissions, relationships: { songs: { hasMany: 'Song' } } },
      Song: { source: 'songs', permissions, relationships: { album: { belongsTo: 'Album' } } },
    },
  });
});
afterAll(async () => {
  await app.close();
  tap.close();
  await tables.session.close();
});
beforeEach(() => {
  tap.messages.length = 0;
});

const create = async (title: string): Promise<void> => {
  const document = `mutation ($item: CreateAlbumInput!) { album: createAlbum(item: $item) { title songs { title } } }`;
  const item = { title, songs: upTo(10).map((number) => ({ title: `${title} ${number}` })) };
  const data = JSON.parse(dataText(await runDocument(app, document, { variables: { item } })));
  expect(data).toEqual({ album: item });
};

it('a row and ten related rows are created in few round trips', async () => {
  await create('first');
  tap.messages.length = 0;
  await create('second');
  const sent = tap.messages.filter(({ kind }) => kind === 'arrival');
  expect(sent).toHaveLength(ROUND_TRIPS[inject('server')]);
});
