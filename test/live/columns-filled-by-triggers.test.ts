import { isInputObjectType, isRequiredInputField } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedTables, serveTables } from '../http/support/serve-tables.ts';
import { describeOn } from '../support/servers.ts';

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const entity = (source: string, settings: object = {}) => ({ source, permissions, ...settings });

const requiredOf = ({ application }: ServedTables, name: string): readonly string[] => {
  const type = application.schema.getType(name);
  const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
  return fields.filter(isRequiredInputField).map((field) => field.name);
};

describeOn('postgres', 'columns that triggers fill on PostgreSQL', () => {
  let served: ServedTables;
  beforeAll(async () => {
    served = await serveTables(
      'columns_filled_by_triggers',
      `create domain strict as text not null; create domain loose as text;
       create function fill() returns trigger language plpgsql as $$ begin new.a := 'a'; new.b := 'b'; return new; end $$;
       create table notes (id int primary key, checked strict, a loose not null, b text not null) partition by range (id);
       create table notes_1 partition of notes for values from (0) to (100);
       create trigger fill before insert on notes_1 for each row execute function fill();
       create table disabled (id int primary key, a text not null, b text not null);
       create trigger fill before insert on disabled for each row execute function fill();
       alter table disabled disable trigger fill;
       create table updated (id int primary key, a text not null, b text not null);
       create trigger fill before update on updated for each row execute function fill();
       create table stated (id int primary key, a text not null, b text not null);
       create function skip() returns trigger language plpgsql as $$ begin return null; end $$;
       create trigger fill before insert on stated for each statement execute function skip();
       create table base (id int primary key, a text not null, b text not null);
       create view shown as select id, a, b from base;
       create function insert_shown() returns trigger language plpgsql as $$ begin insert into base values (new.id, coalesce(new.a, 'x'), 'y'); return new; end $$;
       create trigger insert_shown instead of insert on shown for each row execute function insert_shown();`,
      {
        Note: entity('notes'),
        Disabled: entity('disabled'),
        Updated: entity('updated'),
        Stated: entity('stated'),
        Shown: {
          source: { object: 'shown', type: 'view', 'key-fields': ['id'] },
          operations: ['create', 'read'],
          permissions: [{ role: 'anonymous', actions: ['read', { action: 'create', fields: { exclude: ['b'] } }] }],
        },
      },
    );
  });
  afterAll(() => served.close());

  it('are optional if a trigger of a partition fills them, unless their domain is NOT NULL', async () => {
    expect(requiredOf(served, 'CreateNoteInput')).toEqual(['checked']);
    expect(await served.data('mutation { createNote(item: { id: 1, checked: "c" }) { a b } }')).toEqual({
      createNote: { a: 'a', b: 'b' },
    });
  });

  it.each(['Disabled', 'Updated', 'Stated'])('are required if no trigger can fill them: %s', (name) => {
    expect(requiredOf(served, `Create${name}Input`)).toEqual(['id', 'a', 'b']);
  });

  it('are optional in a view with an INSTEAD OF trigger', async () => {
    expect(await served.data('mutation { createShowns(items: [{ id: 1 }]) { affected } }')).toEqual({
      createShowns: { affected: 1 },
    });
    expect(await served.sql('select a, b from base')).toEqual([{ a: 'x', b: 'y' }]);
  });
});
