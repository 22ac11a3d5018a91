import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/base/problem.ts';
import { superuser } from '../../src/embedded/cluster.ts';
import { appService, asPrincipal } from '../http/support/principal-header.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { openSession, type Session } from '../support/sql/open-session.ts';

/** The role with the quote shows that names are passed as values. */
const WEB = 'session web "user"';
const DROPPED = 'session_dropped';
const FOREIGN = 'session_foreign';

const quoted = (role: string): string => `"${role.replaceAll('"', '""')}"`;

const allRoles = [WEB, DROPPED, FOREIGN].map(quoted).join(', ');

const ddl = `
  create table stocks (id int primary key, name text not null);
  create table secrets (id int primary key, word text not null);
  insert into stocks values (1, 'pens');
  insert into secrets values (1, 'hush');
  create view viewers as select 1 as id, current_user::text as name;
  create function load_language() returns int language plpgsql stable as 'begin return 1; end';
  create view loaders as select load_language() as id;
  grant select, insert, update, delete on stocks to ${quoted(WEB)};
  grant select on viewers, loaders to ${quoted(WEB)};
  grant usage on schema public to ${quoted(WEB)};
`;

const granted = ['anonymous', 'authenticated', 'clerk'].map((role) => ({ role, actions: ['*'] }));

describe('the PostgreSQL role of a caller', () => {
  let url: string;
  let admin: Session;
  let rest: ServedRest;

  beforeAll(async () => {
    url = await createDatabase('postgres', 'session_roles', []);
    const adminUrl = new URL(url);
    adminUrl.username = superuser;
    admin = openSession('postgres', adminUrl.href);
    await admin.run(`drop role if exists ${allRoles}`);
    for (const role of [WEB, DROPPED, FOREIGN]) await admin.run(`create role ${quoted(role)}`);
    await admin.run(`grant ${quoted(WEB)}, ${DROPPED} to ${new URL(url).username}`);
    const owner = openSession('postgres', url);
    await owner.run(ddl).finally(() => owner.close());
    rest = await serveRest(await boot({ anonymous: DROPPED, authenticated: WEB }));
  });
  afterAll(async () => {
    await rest.close();
    await admin.run(`drop owned by ${quoted(WEB)}`);
    await admin.run(`drop role if exists ${allRoles}`);
    await admin.close();
  });

  const boot = (roles: object, settings?: object) =>
    bootFile({
      'data-source': {
        'database-type': 'postgresql',
        'connection-string': url,
        'catalog-interval-ms': 0,
        options: { 'set-session-context': { roles, ...(settings && { settings }) } },
      },
      runtime: { host: { mode: 'production', authentication: { provider: 'AppService' } } },
      entities: {
        Stock: { source: 'stocks', permissions: granted },
        Secret: { source: 'secrets', permissions: granted },
        Loader: { source: { object: 'loaders', type: 'view', 'key-fields': ['id'] }, permissions: granted },
        Viewer: { source: { object: 'viewers', type: 'view', 'key-fields': ['id'] }, permissions: granted },
      },
    });

  const problemsOf = async (roles: object, settings?: object): Promise<readonly string[]> => {
    const error = await boot(roles, settings).catch((thrown: unknown) => thrown);
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map(({ path, message }) => `${path.slice(3).join('.')}: ${message}`);
  };

  const graphql = async (query: string, signedIn: boolean) => {
    const caller = signedIn ? asPrincipal(appService([['sub', 'ada']])) : {};
    const headers = { 'content-type': 'application/json', ...caller };
    return (await rest.fetch('/graphql', { method: 'POST', role: '', headers, body: JSON.stringify({ query }) })).body;
  };

  it('runs reads, prepared or not, and writes', async () => {
    for (let uses = 0; uses < 5; uses += 1)
      expect(await graphql('{ viewers { name } stocks { name } }', true)).toEqual({
        data: { viewers: [{ name: WEB }], stocks: [{ name: 'pens' }] },
      });
    const update = 'mutation { updateStock(id: 1, item: { name: "pens" }) { name } }';
    expect(await graphql(update, true)).toEqual({ data: { updateStock: { name: 'pens' } } });
  });

  it('never applies to the service itself, which reads the catalog of all tables', async () => {
    expect(rest.application.model.byName.has('Secret')).toBe(true);
    await rest.application.ping();
  });

  it('restricts what the login may do', async () => {
    const { errors } = (await graphql('{ secrets { word } }', true)) as unknown as {
      errors: readonly { extensions: { code: string } }[];
    };
    expect(errors[0]?.extensions.code).toBe('Forbidden');
  });

  it('reports a role that was dropped after the start as an error of the database', async () => {
    await admin.run(`drop role ${DROPPED}`);
    const { errors } = (await graphql('{ stocks { name } }', false)) as unknown as {
      errors: readonly { message: string; extensions: { code: string } }[];
    };
    expect(errors[0]?.extensions.code).toBe('ApplicationError');
    expect(await graphql('{ viewers { name } }', true)).toEqual({ data: { viewers: [{ name: WEB }] } });
  });

  it('must exist, and the login must be a member, at startup', async () => {
    expect(await problemsOf({ anonymous: FOREIGN, authenticated: 'session_missing', clerk: WEB })).toEqual([
      `roles.anonymous: The login may not set the role "${FOREIGN}". Run: GRANT "${FOREIGN}" TO the login of "data-source.connection-string".`,
      'roles.authenticated: Missing PostgreSQL role "session_missing". Create it.',
    ]);
  });

  it('is unaffected by a setting that an extension reserves, which is an error of the database', async () => {
    const settings = { 'plpgsql.caller': '*' };
    const reserved = await serveRest(await boot({ anonymous: WEB, authenticated: WEB }, settings));
    const codes: unknown[] = [];
    // The first read of a session loads the extension.
    for (let reads = 0; reads < 4; reads += 1)
      codes.push((await reserved.fetch('/api/Loader', { role: '' })).body.error?.code ?? 'none');
    await reserved.close();
    expect(new Set(codes)).toEqual(new Set(['none', 'ApplicationError']));
  });
});
