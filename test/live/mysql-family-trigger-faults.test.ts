import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mysql-family-support.ts';

const tables = `
  create table audits (amount int, code varchar(3), day date);
  create table guarded (id int primary key, said varchar(20), size smallint);
  create trigger guarding before insert on guarded for each row begin
    declare counted int;
    if new.said = 'number' then insert into audits (amount) values (concat('none', '')); end if;
    if new.said = 'variable' then set counted = concat('none', ''); end if;
    if new.said = 'date' then insert into audits (day) values (concat('none', '')); end if;
    if new.said = 'cast' then set counted = cast(concat('none', '') as signed); end if;
    if new.said = 'long' then insert into audits (code) values ('four'); end if;
    if new.said = 'range' then insert into audits (amount) values (99999999999); end if;
    if new.said = 'calculated' then set counted = 9223372036854775807 + new.id; end if;
    if new.said = 'own' then set new.size = 70000; end if;
  end;`;

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a trigger that fails', () => {
    let app: Application;
    beforeAll(async () => {
      const permissions = [{ role: 'anonymous', actions: ['*'] }];
      const boot = await bootTables(server, 'family_trigger_faults', tables, {
        Guarded: { source: 'guarded', permissions },
      });
      app = await boot();
    });
    afterAll(() => app?.close());

    const create = (value: string) =>
      execute(app, `mutation { createGuarded(item: { id: 1, said: "${value}" }) { id } }`);

    it.each(['number', 'variable', 'date', 'cast', 'long', 'range', 'calculated'])(
      "is the owner's fault if it is about no column of the table: %s",
      async (value) => {
        await expect(create(value)).rejects.toMatchObject({
          code: 'ApplicationError',
          message: expect.stringContaining('trigger'),
          databaseError: { entities: ['Guarded'], message: expect.any(String) },
        });
      },
    );

    it('is a violation if it is about a column of the table, as the server reports no more', async () => {
      await expect(create('own')).rejects.toMatchObject({ code: 'ConstraintViolated', details: { fields: ['size'] } });
    });
  });
});
