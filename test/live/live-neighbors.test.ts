import { parse } from 'graphql';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { LiveEvent } from '../../src/live/live-event.ts';
import { LiveQueries } from '../../src/live/live-queries.ts';
import { createChangeSignals } from '../../src/live/signals/change-signals.ts';
import { bootFile } from '../support/boot-file.ts';
import { createTables, type Tables } from '../support/create-tables.ts';

const SUBSCRIBERS = 1_000;

/** Each row can make the live query of its owner slow, fail, or lose its session. */
const DDL = `
  create table notes (id int primary key, title text not null, delay numeric not null default 0,
    divisor int not null default 1, kills boolean not null default false);
  insert into notes (id, title) select id, 'old' from generate_series(0, ${SUBSCRIBERS - 1}) as id;
  create function wait(delay numeric) returns int language plpgsql as $$
    begin if delay > 0 then perform pg_sleep(delay); end if; return 0; end $$;
  create function kill(kills boolean) returns int language plpgsql as $$
    begin if kills then perform pg_terminate_backend(pg_backend_pid()); end if; return 0; end $$;
  create view read_notes as
    select id, title, wait(delay) as waited, 1 / divisor as share, kill(kills) as killed from notes;`;

const configuration = ({ source }: Tables) => ({
  'data-source': source,
  runtime: { live: { enabled: true, 'interval-ms': 50, 'fallback-ms': 100 } },
  entities: {
    Note: {
      source: { object: 'read_notes', type: 'view', 'key-fields': ['id'] },
      permissions: [
        {
          role: 'owner',
          actions: [{ action: 'read', policy: { database: '@item.id eq @claims.id' } }],
        },
      ],
    },
  },
});

const document = parse('{ notes { id title waited share killed } }');

/** A live query whose events are read at once. */
interface Subscriber {
  readonly titles: string[];
  failure: string | undefined;
}

describe.skipIf(inject('server') !== 'postgres')('live queries of 1,000 callers', () => {
  let tables: Tables;
  let application: Application;
  let live: LiveQueries;
  let subscribers: readonly Subscriber[];
  /** Members of each statement. */
  let statements: number[];
  const sql = (text: string): Promise<unknown> => tables.session.rows(text);

  beforeEach(async () => {
    tables = await createTables('live_neighbors', DDL);
    application = await bootFile(configuration(tables));
    statements = [];
    application.observers.add({ liveStatement: ({ members }) => void statements.push(members) });
    const signals = createChangeSignals(application);
    live = new LiveQueries(application, signals);
    subscribers = Array.from({ length: SUBSCRIBERS }, (_, id) => subscribe(id));
    await untilTitle(subscribers, 'old');
  });
  afterEach(async () => {
    live.close();
    await application.close();
    await tables.session.close();
  });

  function subscribe(id: number): Subscriber {
    const subscriber: Subscriber = { titles: [], failure: undefined };
    const request = { document, operationName: undefined, variables: {}, identity: { role: 'owner', claims: { id } } };
    const read = async (events: AsyncIterable<LiveEvent>): Promise<void> => {
      for await (const event of events) {
        if (event.kind === 'data') subscriber.titles.push(JSON.parse(event.data).notes[0].title);
        else subscriber.failure = event.kind;
      }
    };
    void read(live.subscribe({ request, caller: String(id), isPatched: false }));
    return subscriber;
  }

  const untilTitle = (among: readonly Subscriber[], title: string): Promise<void> =>
    expect
      .poll(() => among.filter(({ titles }) => titles.at(-1) !== title).length, { interval: 10, timeout: 60_000 })
      .toBe(0);

  const retitle = async (title: string, among: readonly Subscriber[]): Promise<void> => {
    await sql(`update notes set title = '${title}'`);
    await untilTitle(among, title);
  };

  it('do not wait for a slow one, nor fail with a failing one', async () => {
    const others = subscribers.slice(2);
    await sql('update notes set delay = 20 where id = 0');
    await sql('update notes set divisor = 0 where id = 1');
    for (const title of ['one', 'two', 'three']) await retitle(title, others);
    expect(subscribers[0]?.titles).toEqual(['old']);
    await expect.poll(() => subscribers[1]?.failure).toBe('failed');
    expect(others.flatMap(({ failure }) => failure ?? [])).toEqual([]);
  });

  it('read a slow one separately until it is fast again', async () => {
    await sql('update notes set delay = 2 where id = 0');
    await retitle('slow', subscribers);
    statements.length = 0;
    await expect.poll(() => statements.includes(SUBSCRIBERS - 1)).toBe(true);
    statements.length = 0;
    await expect.poll(() => statements.filter((members) => members === SUBSCRIBERS - 1).length).toBeGreaterThan(20);
    expect(statements.filter((members) => members !== SUBSCRIBERS - 1 && members !== 1)).toEqual([]);
    await sql('update notes set delay = 0 where id = 0');
    await expect.poll(() => statements.at(-1)).toBe(SUBSCRIBERS);
    await retitle('fast', subscribers);
  });

  it('do not fail with one whose statement loses its session', async () => {
    const others = subscribers.slice(1);
    await sql('update notes set kills = true where id = 0');
    for (const title of ['one', 'two', 'three']) await retitle(title, others);
    expect(subscribers.flatMap(({ failure }) => failure ?? [])).toEqual([]);
    expect(subscribers[0]?.titles).toEqual(['old']);
    await sql('update notes set kills = false where id = 0');
    await untilTitle(subscribers, 'three');
  });

  it('of which many are slow, do not delay the others', async () => {
    const others = subscribers.slice(10);
    await sql('update notes set delay = 20 where id < 10');
    for (const title of ['one', 'two', 'three']) await retitle(title, others);
    expect(subscribers.slice(0, 10).map(({ titles }) => titles)).toEqual(Array.from({ length: 10 }, () => ['old']));
  });
});
