import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../../src/app/boot-file.ts';
import { Observers } from '../../src/base/observers.ts';
import { PasswordSource } from '../../src/dialect/driver/password/password-source.ts';
import { superuser } from '../../src/embedded/cluster.ts';
import { runOne } from '../../src/store/run-one.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf } from '../support/dialects.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { openSession, type Session } from '../support/sql/open-session.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const LOGIN = 'token_login';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Longer than the minimum time between two fetches. */
const PAUSE = 1_100;

const READ = '{ things { id } }';
const WRITE = 'mutation { updateThing(id: 1, item: { name: "b" }) { id } }';

describe('a PostgreSQL login whose password changes', () => {
  let admin: Session;
  let url: string;
  let folder: string;

  beforeAll(async () => {
    const owner = await createDatabase('postgres', 'password_rotation', []);
    const adminUrl = new URL(owner);
    adminUrl.username = superuser;
    admin = openSession('postgres', adminUrl.href);
    await admin.run(`drop role if exists ${LOGIN}`);
    await admin.run(`create role ${LOGIN} login`);
    await admin.run('create table things (id int primary key, name text)');
    await admin.run(`insert into things values (1, 'a')`);
    await admin.run(`grant all on things to ${LOGIN}`);
    const login = new URL(owner);
    login.username = LOGIN;
    login.password = '';
    url = login.href;
    folder = await makeTemporaryFolder();
  });
  afterAll(async () => {
    await admin.run(`drop owned by ${LOGIN}`);
    await admin.run(`drop role ${LOGIN}`);
    await admin.close();
  });

  /** Makes the token the password, and ends the sessions of the login on request. */
  const rotate = async (token: string, { endSessions = true } = {}): Promise<void> => {
    await admin.run(`alter role ${LOGIN} password '${token}'`);
    if (endSessions)
      await admin.rows('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [LOGIN]);
  };

  const boot = async (login: object): Promise<{ app: Application; problems: string[] }> => {
    const problems: string[] = [];
    // The command runs in the folder of the file, which therefore has to stay.
    const file = join(folder, 'joinery.json');
    const content = {
      'data-source': {
        'database-type': 'postgresql',
        'connection-string': url,
        'catalog-interval-ms': 0,
        pool: { max: 2 },
        ...login,
      },
      entities: { Thing: { source: 'things', permissions: [{ role: 'anonymous', actions: ['*'] }] } },
    };
    await writeFile(file, JSON.stringify(content));
    const observers = new Observers();
    observers.add({ problem: ({ problem }) => problems.push(problem.message) });
    const app = await bootFile(file, { env: {} }, observers);
    onTestFinished(() => app.close());
    return { app, problems };
  };

  const run = async (app: Application, document: string): Promise<string> => {
    const result = await runDocument(app, document);
    return result.kind === 'answered' ? dataText(result) : String(codeOf(result));
  };

  describe('printed by a command', () => {
    const write = (token: string): Promise<void> => writeFile(join(folder, 'token'), token);
    const login = () => ({
      'password-command': [process.execPath, '-e', `console.log(require('fs').readFileSync('token', 'utf8'))`],
    });

    it('is used by new sessions, and read again after the database has rejected it', async () => {
      await write('token-1');
      await rotate('token-1');
      const { app, problems } = await boot(login());
      expect([await run(app, READ), await run(app, WRITE)]).toEqual([
        '{"things":[{"id":1}]}',
        '{"updateThing":{"id":1}}',
      ]);
      await pause(PAUSE);
      await write('token-2');
      await rotate('token-2');
      expect(await Promise.all([run(app, READ), run(app, READ), run(app, READ)])).toEqual(
        Array.from({ length: 3 }, () => '{"things":[{"id":1}]}'),
      );
      expect(await run(app, WRITE)).toBe('{"updateThing":{"id":1}}');
      expect(problems).toEqual([]);
    });

    it('is not needed by open sessions, if the command fails', async () => {
      await write('token-3');
      await rotate('token-3');
      const { app, problems } = await boot({ ...login(), 'password-ttl-ms': 1_000 });
      expect(await run(app, READ)).toBe('{"things":[{"id":1}]}');
      await write('');
      await pause(PAUSE);
      expect(await run(app, READ)).toBe('{"things":[{"id":1}]}');
      await rotate('token-4');
      expect(await run(app, READ)).toBe('Unavailable');
      expect(problems).toContain(
        `The service cannot obtain the password of the database: "${process.execPath}" printed no password.`,
      );
      expect(problems.join()).not.toContain('token-');
      await pause(PAUSE);
      await write('token-4');
      expect(await run(app, READ)).toBe('{"things":[{"id":1}]}');
    });

    it('is a startup error without the password, if the command fails at the start', async () => {
      const command = [process.execPath, '-e', "console.log('secret'); process.exit(1)"];
      await expect(boot({ 'password-command': command })).rejects.toMatchObject({
        code: 'Unavailable',
        message: expect.stringMatching(/^The service cannot obtain the password of the database\./),
      });
    });
  });

  describe('issued by Azure', () => {
    let endpoint: Server;
    let token = '';
    let requests = 0;

    beforeAll(async () => {
      endpoint = createServer((_request, response) => {
        requests += 1;
        const expiresOn = Math.floor(Date.now() / 1000) + 3600;
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({ access_token: token, expires_on: `${expiresOn}`, token_type: 'Bearer', resource: 'r' }),
        );
      });
      endpoint.listen(0, '127.0.0.1');
      await once(endpoint, 'listening');
    });
    afterAll(() => {
      vi.unstubAllEnvs();
      endpoint.close();
    });

    it('is the password of new sessions, and is requested once', async () => {
      token = 'eyJ0eXAi.token-of-the-platform.signature';
      vi.stubEnv('IDENTITY_ENDPOINT', `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/token`);
      vi.stubEnv('IDENTITY_HEADER', 'header');
      await rotate(token);
      const { app, problems } = await boot({ identity: { provider: 'azure' } });
      expect(await Promise.all([run(app, READ), run(app, WRITE)])).toEqual([
        '{"things":[{"id":1}]}',
        '{"updateThing":{"id":1}}',
      ]);
      expect([requests, problems]).toEqual([1, []]);
    });
  });
});

describe.each(['mysql', 'mariadb'] as const)('a login on %s whose password changes', (server) => {
  describeOn(server, 'while the service runs', () => {
    it('opens new sessions with the new password', async () => {
      const owner = await createDatabase(server, 'password_rotation', []);
      const admin = openSession(server, owner);
      await admin.run(`drop user if exists ${LOGIN}; create user ${LOGIN} identified by 'token-1'`);
      await admin.run(`grant all on password_rotation.* to ${LOGIN}`);
      const url = new URL(owner);
      url.username = LOGIN;
      url.password = '';
      let token = 'token-1';
      const fetch = async () => ({ password: token, expiresAt: Date.now() + 3_600_000 });
      const passwords = new PasswordSource(fetch, () => undefined);
      const { dataSource } = readShopConfig(server, url.href);
      const driver = await kindOf(server).open({ ...dataSource, connectionString: url.href, passwords });
      onTestFinished(async () => {
        await driver.close();
        await admin.run(`drop user ${LOGIN}`);
        await admin.close();
      });
      const statement = { settings: {}, statement: { text: 'select current_user()', slots: [] }, values: [] };
      const queryUser = async () => (await driver.reads.use((session) => runOne(session, statement)))[0]?.rows;
      expect(await queryUser()).toEqual([[`${LOGIN}@%`]]);
      token = 'token-2';
      await admin.run(`alter user ${LOGIN} identified by 'token-2'`);
      // An open session needs no password.
      expect(await queryUser()).toEqual([[`${LOGIN}@%`]]);
      driver.reads.closeIdle();
      await pause(PAUSE);
      expect(await Promise.all([queryUser(), queryUser(), queryUser()])).toEqual(
        Array.from({ length: 3 }, () => [[`${LOGIN}@%`]]),
      );
    });
  });
});
