import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

const tables = `
  create table owners (id int primary key, mail_address varchar(9) not null, constraint owners_mail unique (mail_address));
  create table things (
    id int primary key, owner_id int, size smallint not null default 1, most int not null default 9, form json, day date, flag enum('a', 'b'),
    place point, latin varchar(9) character set latin1, label varchar(3), exact_number decimal(5,2), twice int as (size * 2), score tinyint,
    constraint things_size check (size > 0), constraint things_most check (most >= size),
    constraint things_owner foreign key (owner_id) references owners (id)
  );
  create table guarded (id int primary key, said varchar(9));
  create view large as select id, size, most from things where size > 100 with check option;
  create view doubled as select twice, id, size from things;
  create trigger guarding before insert on guarded for each row begin
    if new.said = 'raise' then signal sqlstate '45000' set message_text = 'Not on a Sunday.'; end if;
    if new.said = 'number' then signal sqlstate '23000' set mysql_errno = 1062, message_text = 'Not twice.'; end if;
    if new.said = 'fail' then insert into missing values (1); end if;
  end;
  insert into owners values (1, 'a@b');
  insert into things (id, owner_id) values (1, 1)`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const entities = {
  Owner: { source: 'owners', fields: [{ name: 'mail_address', alias: 'mail' }], permissions },
  Thing: { source: 'things', fields: [{ name: 'owner_id', alias: 'owner' }], permissions },
  Guarded: { source: 'guarded', permissions },
  Large: {
    source: { object: 'large', type: 'view', 'key-fields': ['id'] },
    operations: ['create', 'read', 'update', 'delete'],
    permissions,
  },
  Doubled: {
    source: { object: 'doubled', type: 'view', 'key-fields': ['twice'] },
    operations: ['create', 'read', 'update', 'delete'],
    permissions,
  },
};

interface Violation {
  readonly change: string;
  readonly code: string;
  readonly message: string | RegExp;
  readonly details?: object;
}

const violations: readonly Violation[] = [
  {
    change: 'createOwner(item: { id: 2, mail: "a@b" })',
    code: 'Conflict',
    message: 'Another "Owner" has the same "mail".',
    details: { entity: 'Owner', constraint: 'owners_mail', fields: ['mail'] },
  },
  {
    change: 'createOwner(item: { id: 1, mail: "c@d" })',
    code: 'Conflict',
    message: 'Another "Owner" has the same "id".',
    details: { entity: 'Owner', constraint: 'PRIMARY', fields: ['id'] },
  },
  {
    change: 'createThing(item: { id: 2, owner: 9 })',
    code: 'ConstraintViolated',
    message: 'The row that "owner" of "Thing" refers to does not exist.',
    details: { entity: 'Thing', constraint: 'things_owner', fields: ['owner'] },
  },
  {
    change: 'deleteOwner(id: 1)',
    code: 'ConstraintViolated',
    message: '"Thing" still refers to this row by "owner". Change or delete it first.',
    details: { entity: 'Thing', constraint: 'things_owner', fields: ['owner'] },
  },
  {
    change: 'createThing(item: { id: 2, size: 0 })',
    code: 'ConstraintViolated',
    message: '"size" of "Thing" violates the constraint "things_size" of the database.',
    details: { entity: 'Thing', constraint: 'things_size', fields: ['size'] },
  },
  {
    change: 'updateThing(id: 1, item: { size: 10 })',
    code: 'ConstraintViolated',
    message: '"size" and "most" of "Thing" violate the constraint "things_most" of the database.',
    details: { entity: 'Thing', constraint: 'things_most', fields: ['size', 'most'] },
  },
  {
    change: 'updateThing(id: 1, item: { size: null })',
    code: 'ConstraintViolated',
    message: '"size" of "Thing" must not be null.',
    details: { entity: 'Thing', fields: ['size'] },
  },
  {
    change: 'replaceDoubled(twice: 12, item: { id: 2, size: 6 })',
    code: 'ConstraintViolated',
    message:
      'The database generates "twice" of "Doubled". Omit these values; a row cannot be created with an explicit value of a generated key.',
    details: { entity: 'Doubled', fields: ['twice'] },
  },
  {
    change: 'createThing(item: { id: 2, label: "long" })',
    code: 'ConstraintViolated',
    message: '"label" exceeds the maximum of 3 characters, found 4.',
    details: { fields: ['label'] },
  },
  {
    change: 'createThing(item: { id: 2, exact_number: "1.234" })',
    code: 'ConstraintViolated',
    message: /^"exact_number" exceeds the maximum of 5 digits/,
    details: { fields: ['exact_number'] },
  },
  {
    change: 'createThing(item: { id: 2, score: 300 })',
    code: 'ConstraintViolated',
    message: '"score" of "Thing" must be between -128 and 127.',
    details: { entity: 'Thing', fields: ['score'] },
  },
  {
    change: 'createThing(item: { id: 2, latin: "語" })',
    code: 'BadRequest',
    message: /^"latin" of "Thing" has an invalid format/,
    details: { entity: 'Thing', fields: ['latin'] },
  },
  {
    change: 'createThing(item: { id: 2, place: "POINT(1" })',
    code: 'BadRequest',
    message: /has an invalid format\.$/,
    details: { entity: 'Thing' },
  },
  {
    change: 'createThing(item: { id: 2, place: "LINESTRING(0 0,1 1)" })',
    code: 'BadRequest',
    message: /has an invalid format\.$/,
    details: { entity: 'Thing' },
  },
  {
    change: 'createLarge(item: { id: 2, size: 5, most: 9 })',
    code: 'ConstraintViolated',
    message: 'The row would not be visible in "Large". Use values that match its view.',
    details: { entity: 'Large' },
  },
  {
    change: 'createGuarded(item: { id: 1, said: "raise" })',
    code: 'ApplicationError',
    message: 'Not on a Sunday.',
    details: { sqlState: '45000' },
  },
  { change: 'createGuarded(item: { id: 1, said: "fail" })', code: 'ApplicationError', message: /missing|trigger/ },
];

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'violations in terms of the API', () => {
    let served: Served;
    beforeAll(async () => {
      served = await serveOn(server, 'mysql_violations', tables, { entities });
    });
    afterAll(async () => {
      expect(served.rest.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      await served.close();
    });

    test.each(violations)('are reported for $change', async ({ change, code, message, details }) => {
      const { errors } = JSON.parse(await served.graphql(`mutation { ${change} { __typename } }`));
      expect(errors).toHaveLength(1);
      const [{ extensions, ...error }] = errors;
      expect([extensions.code, error.message]).toEqual([
        code,
        typeof message === 'string' ? message : expect.stringMatching(message),
      ]);
      if (details !== undefined) expect(extensions.details).toMatchObject(details);
    });
  });
});
