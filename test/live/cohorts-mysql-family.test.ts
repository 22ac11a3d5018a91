import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'graphql';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AnswerRequest, Application } from '../../src/app/application.ts';
import { Observers } from '../../src/base/observers.ts';
import type { Config } from '../../src/config/config.ts';
import type { LiveEvent } from '../../src/live/live-event.ts';
import { LiveQueries } from '../../src/live/live-queries.ts';
import { createChangeSignals } from '../../src/live/signals/change-signals.ts';
import { bootFile } from '../support/boot-file.ts';
import { startMariadb } from '../support/mariadb-server.ts';
import { startMysql } from '../support/mysql-server.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { bootTables, connectTo } from './mysql-family-support.ts';

const CALLERS = 250;
const OWNERS = 50;
const callers = Array.from({ length: CALLERS }, (_, index) => index + 1);
const FAILING = 137;

/** `boom` fails for one row. */
const TABLES = `
  create table docs (id integer primary key, owner varchar(40) not null, amount decimal(40,20) not null);
  insert into docs with recursive n (n) as (select 1 union all select n + 1 from n where n < ${CALLERS})
    select n, concat('🐟 "é" \\\\ ', n % ${OWNERS}), 12345678901234567890.12345678901234567890 + n from n;
  create table events (id integer primary key, doc_id integer not null, day date not null);
  insert into events values (1, 1, '2024-01-01'), (2, 1, '2024-12-01');
  create function boom(n int) returns int deterministic no sql begin
    if n = ${FAILING} then signal sqlstate '45000' set message_text = 'boom'; end if;
    return n;
  end;
  create view checked as select id, boom(id) as value from docs`;

const ENTITIES = {
  Doc: { source: 'docs', relationships: { events: { hasMany: 'Event', on: { id: 'doc_id' } } } },
  Event: { source: 'events' },
  Checked: { source: { object: 'checked', type: 'view', 'key-fields': ['id'] } },
};

/** The role `owner` reads its own rows. */
const change = (config: Config): Config => ({
  ...config,
  entities: config.entities.map((entity) => {
    const right = { action: 'read', exclude: [], policy: '@item.owner eq @claims.sub' } as const;
    return entity.name === 'Doc'
      ? { ...entity, permissions: [...entity.permissions, { role: 'owner', actions: [right] }] }
      : entity;
  }),
});

/** Strings of 2,400 bytes. */
const WORDS = `
  create table words (id int primary key, text text not null);
  insert into words with recursive n (n) as (select 1 union all select n + 1 from n where n < ${CALLERS})
    select n, repeat(_utf8mb4 x'f09f909f', 600) from n;`;

const SUBSCRIBERS = 1_000;

/** Each row can make the live query of its owner slow, or fail. */
const NOTES = `
  create table notes (id int primary key, title varchar(20) not null, delay int not null, divisor int not null);
  insert into notes with recursive n (n) as (select 0 union all select n + 1 from n where n < ${SUBSCRIBERS - 1})
    select n, 'old', 0, 1 from n;
  create function wait_for(delay int) returns int no sql begin
    if delay > 0 then return sleep(delay); end if;
    return 0;
  end;
  create function share_of(divisor int) returns int no sql begin
    if divisor = 0 then signal sqlstate '45000' set message_text = 'Division by zero'; end if;
    return 1 / divisor;
  end;
  create view read_notes as select id, title, wait_for(delay) as waited, share_of(divisor) as share from notes`;

/** The role `owner` reads the row of its claim. */
const asOwner = (config: Config): Config => ({
  ...config,
  runtime: { ...config.runtime, live: { ...config.runtime.live, enabled: true, interval: 50, fallback: 100 } },
  entities: config.entities.map((entity) => {
    const right = { action: 'read', exclude: [], policy: '@item.id eq @claims.id' } as const;
    return { ...entity, permissions: [{ role: 'owner', actions: [right] }] };
  }),
});

const ownerOf = (id: number): string => `🐟 "é" \\ ${id % OWNERS}`;
const amountOf = (id: number): string => `${12345678901234567890n + BigInt(id)}.12345678901234567890`;

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'cohorts', () => {
    let app: Application;
    let sizes: number[] = [];
    beforeAll(async () => {
      const observers = new Observers();
      observers.add({ liveStatement: ({ members }) => sizes.push(members) });
      const start = await bootTables(server, 'cohorts', TABLES, ENTITIES);
      app = await start(change, observers);
    });
    afterAll(() => app?.close());

    /** Reads the requests as one cohort. */
    const readAll = async (requests: readonly AnswerRequest[]) => {
      const members = requests.map((request) => app.live.prepare(request));
      sizes = [];
      const results = await app.live.read(members.map((member) => ({ member, hash: undefined })));
      return results.map((result): unknown => {
        if (result.kind === 'changed') return JSON.parse(result.data);
        return result.kind === 'failed' ? result.apiError.code : result.kind;
      });
    };

    it('keeps the rows of callers with different claims apart', async () => {
      const document = parse('query ($id: Int!) { doc_by_pk(id: $id) { id owner } }');
      // Every other caller requests the row of another owner.
      const requests = callers.map((id): AnswerRequest => {
        const identity = { role: 'owner', claims: { sub: ownerOf(id % 2 === 0 ? id : id + 1) } };
        return { document, operationName: undefined, variables: { id }, identity };
      });
      const expected = callers.map((id) => ({ doc_by_pk: id % 2 === 0 ? { id, owner: ownerOf(id) } : null }));
      expect(await readAll(requests)).toEqual(expected);
      expect(sizes).toEqual([CALLERS]);
    });

    it('keeps the lists of callers apart', async () => {
      const document = parse('{ docs(orderBy: { id: ASC }) { id } }');
      const requests = callers.map((id): AnswerRequest => {
        const identity = { role: 'owner', claims: { sub: ownerOf(id) } };
        return { document, operationName: undefined, variables: {}, identity };
      });
      const expected = callers.map((id) => ({
        docs: callers.filter((other) => ownerOf(other) === ownerOf(id)).map((other) => ({ id: other })),
      }));
      expect(await readAll(requests)).toEqual(expected);
      // MariaDB has no LATERAL, so it reads lists one by one.
      expect(sizes).toEqual(server === 'mysql' ? [CALLERS] : callers.map(() => 1));
    });

    it('compares decimals exactly, and reads a decimal that no column can hold by its own statement', async () => {
      const document = parse(
        'query ($id: Int!, $amount: Decimal) { docs_connection(first: 1, filter: { id: { eq: $id }, amount: { lt: $amount } }) { totalCount } }',
      );
      const requests = callers.slice(0, 20).flatMap((id) =>
        [amountOf(id), amountOf(id).replace(/0$/, '1'), `${amountOf(id)}${'0'.repeat(40)}1`].map(
          (amount): AnswerRequest => ({
            document,
            operationName: undefined,
            variables: { id, amount },
            identity: { role: 'anonymous', claims: {} },
          }),
        ),
      );
      const results = await readAll(requests);
      expect(results).toEqual(
        requests.map((_, index) => ({ docs_connection: { totalCount: index % 3 === 0 ? 0 : 1 } })),
      );
    });

    // MariaDB reads this date from JSON.
    it.runIf(server === 'mysql')('reads members alone if a column of the statement cannot hold a value', async () => {
      const document = parse(
        'query ($after: String) { doc_by_pk(id: 1) { events_connection(first: 1, orderBy: { day: ASC }, after: $after) { items { id } endCursor } } }',
      );
      const requestOf = (after: string | null): AnswerRequest => ({
        document,
        operationName: undefined,
        variables: { after },
        identity: { role: 'anonymous', claims: {} },
      });
      const [first] = await readAll([requestOf(null)]);
      const { endCursor } = (first as { doc_by_pk: { events_connection: { endCursor: string } } }).doc_by_pk
        .events_connection;
      const decoded = Buffer.from(endCursor, 'base64url').toString();
      const invalid = Buffer.from(decoded.replace('2024-01-01', '2024-13-00')).toString('base64url');
      const results = await readAll([requestOf(endCursor), requestOf(invalid)]);
      expect(sizes).toEqual([2, 1, 1]);
      expect(results[0]).toMatchObject({ doc_by_pk: { events_connection: { items: [{ id: 2 }] } } });
    });

    it('reads lists by a range one by one, because no index supports the range of a member', async () => {
      const filters = ['id: { lte: $id }', 'id: { lte: $id }, owner: { eq: "nobody" }'];
      const counts: number[] = [];
      for (const filter of filters) {
        const document = parse(`query ($id: Int!) { docs(filter: { ${filter} }, first: 1) { id } }`);
        const identity = { role: 'anonymous', claims: {} };
        const requests = [5, 6, 7].map((id) => ({ document, operationName: undefined, variables: { id }, identity }));
        const row = filter === filters[0] ? [{ id: 1 }] : [];
        expect(await readAll(requests)).toEqual(requests.map(() => ({ docs: row })));
        counts.push(sizes.length);
      }
      expect(counts).toEqual(server === 'mysql' ? [3, 1] : [3, 3]);
    });

    it('fails only the member whose read fails', async () => {
      const document = parse('query ($id: Int!) { checked_by_pk(id: $id) { value } }');
      const requests = callers.map(
        (id): AnswerRequest => ({
          document,
          operationName: undefined,
          variables: { id },
          identity: { role: 'anonymous', claims: {} },
        }),
      );
      const expected = callers.map((id) => (id === FAILING ? 'ApplicationError' : { checked_by_pk: { value: id } }));
      expect(await readAll(requests)).toEqual(expected);
      expect(sizes[0]).toBe(CALLERS);
      expect(sizes.length).toBeLessThan(25);
    });
  });
});

const MAX_PACKET = 65_536;

describe.each(['mariadb', 'mysql'] as const)('on %s, a small max_allowed_packet', (server) => {
  describeOn(server, 'of cohorts', () => {
    it('divides the members by the bytes of their values', async () => {
      const folder = await makeTemporaryFolder();
      const settings = [`max-allowed-packet=${MAX_PACKET}`];
      const own = await (server === 'mysql' ? startMysql : startMariadb)(join(folder, server), { settings });
      onTestFinished(async () => {
        await own?.stop();
        await rm(folder, { recursive: true, force: true });
      });
      const session = await createConnection({ uri: own?.connectionString ?? '', multipleStatements: true });
      await session.query(`create database small; use small; ${WORDS}`).finally(() => session.end());
      const small = await bootFile({
        'data-source': { 'database-type': server, 'connection-string': `${own?.connectionString}/small` },
        entities: {
          Word: {
            source: 'words',
            permissions: [
              { role: 'owner', actions: [{ action: 'read', policy: { database: '@item.text eq @claims.text' } }] },
            ],
          },
        },
      });
      onTestFinished(() => small.close());
      const sizes: number[] = [];
      small.observers.add({ liveStatement: ({ members }) => sizes.push(members) });
      const document = parse('query ($id: Int!) { word_by_pk(id: $id) { id } }');
      const members = callers.map((id) => {
        const identity = { role: 'owner', claims: { text: '🐟'.repeat(id % 2 === 0 ? 600 : 1) } };
        return small.live.prepare({ document, operationName: undefined, variables: { id }, identity });
      });
      const results = await small.live.read(members.map((member) => ({ member, hash: undefined })));
      expect(results.map((result) => (result.kind === 'changed' ? result.data : result))).toEqual(
        callers.map((id) => `{"word_by_pk":${id % 2 === 0 ? `{"id":${id}}` : 'null'}}`),
      );
      expect(sizes.reduce((sum, size) => sum + size)).toBe(CALLERS);
      expect(Math.min(...sizes)).toBeGreaterThan(1);
    });
  });
});

describe.each(['mariadb', 'mysql'] as const)('on %s, live queries', (server) => {
  describeOn(server, 'of 1,000 callers', () => {
    let app: Application;
    let live: LiveQueries;
    let statements: number[] = [];
    beforeAll(async () => {
      const observers = new Observers();
      observers.add({ liveStatement: ({ members }) => statements.push(members) });
      const start = await bootTables(server, 'live_neighbors', NOTES, {
        Note: { source: { object: 'read_notes', type: 'view', 'key-fields': ['id'] } },
      });
      app = await start(asOwner, observers);
      live = new LiveQueries(app, createChangeSignals(app));
    });
    afterAll(async () => {
      live?.close();
      await app?.close();
    });

    it('do not wait for a slow one, nor fail with a failing one', async () => {
      const document = parse('query ($id: Int!) { note_by_pk(id: $id) { title waited share } }');
      const titles: string[][] = [];
      const failures: number[] = [];
      const follow = async (id: number, events: AsyncIterable<LiveEvent>): Promise<void> => {
        for await (const event of events) {
          if (event.kind === 'data') titles[id]?.push(JSON.parse(event.data).note_by_pk.title);
          else failures.push(id);
        }
      };
      for (let id = 0; id < SUBSCRIBERS; id += 1) {
        titles.push([]);
        const identity = { role: 'owner', claims: { id } };
        const request = { document, operationName: undefined, variables: { id }, identity };
        void follow(id, live.subscribe({ request, caller: String(id), isPatched: false }));
      }
      const untilTitle = (title: string, from: number) =>
        expect
          .poll(() => titles.slice(from).filter((own) => own.at(-1) !== title).length, {
            interval: 10,
            timeout: 60_000,
          })
          .toBe(0);
      await untilTitle('old', 0);
      const session = await connectTo(server, 'live_neighbors');
      try {
        await session.query('update notes set delay = 20 where id = 0');
        await session.query('update notes set divisor = 0 where id = 1');
        for (const title of ['one', 'two', 'three']) {
          await session.query('update notes set title = ?', [title]);
          await untilTitle(title, 2);
        }
      } finally {
        await session.end();
      }
      await expect.poll(() => failures).toEqual([1]);
      expect(titles[0]).toEqual(['old']);
      // The other members share a statement again.
      statements = [];
      await expect.poll(() => statements.includes(SUBSCRIBERS - 2)).toBe(true);
    });
  });
});
