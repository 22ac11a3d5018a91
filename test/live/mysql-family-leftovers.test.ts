import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, connectTo, execute } from './mysql-family-support.ts';

const SETTINGS =
  "set session time_zone = '-05:00', group_concat_max_len = 4, foreign_key_checks = 0, auto_increment_increment = 7, sql_mode = ''";

const tables = `
  create table moments (id int auto_increment primary key, at timestamp null, size smallint, before_id int, foreign key (before_id) references moments (id));
  create table travels (id int primary key, size int);
  create table trips (id int primary key, travel_id int, foreign key (travel_id) references travels (id));
  create table legs (trip_id int, travel_id int, primary key (trip_id, travel_id),
    foreign key (trip_id) references trips (id), foreign key (travel_id) references travels (id));
  create table stays (id int primary key);
  create table nights (stay_id int primary key, foreign key (stay_id) references stays (id) on delete cascade);
  create table logs (id int auto_increment primary key);
  create table logged (id int primary key);
  create view seen_logged as select id from logged;
  create trigger travels_insert before insert on travels for each row ${SETTINGS};
  create trigger travels_update after update on travels for each row begin
    ${SETTINGS};
    if new.size > 9 then signal sqlstate '45000' set message_text = 'too large'; end if;
  end;
  create trigger trips_delete after delete on trips for each row ${SETTINGS};
  create trigger legs_insert after insert on legs for each row ${SETTINGS};
  create trigger nights_delete after delete on nights for each row ${SETTINGS};
  create trigger logs_insert after insert on logs for each row ${SETTINGS};
  create trigger logged_insert after insert on logged for each row insert into logs () values ();
  create function fly() returns int reads sql data begin ${SETTINGS}; return 1; end;`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const fly = {
  source: { type: 'stored-procedure', object: 'fly' },
  permissions: [{ role: 'anonymous', actions: ['execute'] }],
};
const entities = {
  Moment: { source: 'moments', permissions },
  Travel: { source: 'travels', permissions },
  Trip: {
    source: 'trips',
    permissions,
    relationships: {
      also: { cardinality: 'many', 'target.entity': 'Travel', 'linking.object': 'legs' },
    },
  },
  Stay: { source: 'stays', permissions },
  Logged: { source: 'logged', permissions },
  SeenLogged: {
    source: { type: 'view', object: 'seen_logged', 'key-fields': ['id'] },
    operations: ['read', 'create'],
    permissions,
  },
  Fly: fly,
  FlyToRead: { ...fly, graphql: { operation: 'query' } },
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'settings changed by one request do not affect the next', () => {
    let app: Application;
    let holder: Connection;

    beforeAll(async () => {
      const boot = await bootTables(server, 'family_leftovers', tables, entities);
      // There is one session for changes.
      app = await boot((config) => {
        const { dataSource } = config;
        return { ...config, dataSource: { ...dataSource, pool: { ...dataSource.pool, max: 2, changes: 1 } } };
      });
      holder = await connectTo(server, 'family_leftovers');
    });
    afterAll(() => Promise.all([app?.close(), holder?.end()]));
    beforeEach(async () => {
      await holder.query(
        `delete from legs; delete from trips; delete from travels; delete from moments; delete from stays;
         insert into stays values (1); insert into nights values (1); insert into trips values (1, null)`,
      );
    });

    const refused = (document: string) =>
      execute(app, document).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );

    test.each([
      ['a trigger', 'mutation { createTravel(item: { id: 2 }) { id } }'],
      ['a trigger of several rows', 'mutation { createTravels(items: [{ id: 2 }, { id: 3 }]) { affected } }'],
      [
        'a trigger of an update',
        'mutation { createTravel(item: { id: 2 }) { id } updateTravel(id: 2, item: { size: 1 }) { size } }',
      ],
      [
        'a trigger that fails',
        'mutation { createTravel(item: { id: 2 }) { id } updateTravel(id: 2, item: { size: 10 }) { size } }',
      ],
      ['a trigger of a delete', 'mutation { deleteTrip(id: 1) { id } }'],
      ['a trigger of a junction', 'mutation { createTrip(item: { id: 2, also: [{ id: 3 }] }) { id } }'],
      ['a trigger of a table that a trigger writes', 'mutation { createLogged(item: { id: NEW }) { id } }'],
      ['a trigger of the table of a view', 'mutation { createSeenLogged(item: { id: NEW }) { id } }'],
      ['a trigger behind a cascade', 'mutation { deleteStay(id: 1) { id } }'],
      ['a function that claims to be read-only', 'mutation { executeFly { result } }'],
      ['such a function in a query', '{ executeFlyToRead { result } }'],
    ])('by %s', async (how, document) => {
      expect(await refused(document.replace('NEW', String(how.length)))).toBe(
        how === 'a trigger that fails' ? 'ApplicationError' : 'done',
      );
      const item = '{ at: "2024-05-06T07:08:09Z" }';
      const made = JSON.parse(
        await execute(app, `mutation { createMoments(items: [${item}, ${item}, ${item}]) { items { id at } } }`),
      );
      // Without a time zone, as the triggers have changed the holder's too.
      const [rows] = await holder.query<RowDataPacket[]>(
        'select id, unix_timestamp(`at`) as second from moments order by id',
      );
      const at = '2024-05-06T07:08:09+00:00';
      expect(rows.map(({ second }) => Number(second))).toEqual(Array(3).fill(Date.parse(at) / 1000));
      expect(made.createMoments.items).toEqual(rows.map(({ id }) => ({ id, at })));
      expect(await refused('mutation { createMoment(item: { before_id: 99 }) { id } }')).toBe('ConstraintViolated');
      expect(await refused('mutation { createMoment(item: { size: 40000 }) { id } }')).not.toBe('done');
    });
  });
});
