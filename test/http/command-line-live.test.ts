import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '../../src/embedded/start-embedded.ts';
import { enterTemporaryFolder, runCommandLine } from '../support/run-command-line.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'src/main.ts');

const file = {
  'data-source': { 'database-type': 'postgresql', 'connection-string': inject('postgres') },
  runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
  entities: {
    Customer: { source: 'customers', permissions: [{ role: 'anonymous', actions: ['read'] }] },
  },
};

describe('the command line', () => {
  let folder: string;
  beforeAll(async () => {
    const entered = await enterTemporaryFolder();
    folder = entered.folder;
    await writeFile(join(folder, 'joinery.json'), JSON.stringify(file));
    await writeFile(join(folder, 'query.graphql'), 'query ($n: Int) { customers(first: $n) { name } }');
    return entered.leave;
  });

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  function launch(commandLine: readonly string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, [MAIN, ...commandLine], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...env },
    });
  }

  test('start prints its URL first, then example requests, and stops gracefully', async () => {
    const child = launch(['start', '--port', '0']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
      if (lines.push(line) === 8) break;
    }
    const [url = ''] = lines;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
    expect(lines.join('\n')).toContain(`${url}/  Console`);
    expect(lines.join('\n')).toContain(
      `curl ${url}/graphql -H 'Content-Type: application/json' -d '{"query":"{ customers`,
    );
    expect(lines.join('\n')).toContain(`curl '${url}/api/Customer?$first=3'`);
    const response = await fetch(`${url}/graphql?query={customers(first:1){name}}`);
    expect(await response.json()).toMatchObject({ data: { customers: [{ name: expect.any(String) }] } });
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
  });

  test('start names unexposed objects after its introduction', async () => {
    const child = launch(['start', '--port', '0']);
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    const note =
      /\nNot exposed: \d+ tables \(.*\border_details\b.*\), \d+ views? \(.*\), \d+ routines? \(.*\)\. Run "joinery update" to add them\.\n/;
    await vi.waitFor(() => expect(output).toMatch(note), { timeout: 60_000, interval: 50 });
    expect(output.indexOf('Stop  Ctrl+C')).toBeLessThan(output.indexOf('Not exposed'));
  });

  test('start --sign-in runs a provider for the users of users.json, in development only', async () => {
    const users = [{ id: 'one', name: 'Somebody', roles: ['editor'] }];
    await writeFile(join(folder, 'users.json'), JSON.stringify(users));
    const child = launch(['start', '--port', '0', '--sign-in']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
    const { value: url = '' } = await lines.next();
    const settings = await (await fetch(`${url}/sign-in/settings.json`)).json();
    expect(settings).toMatchObject({
      issuer: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      clientId: 'joinery',
    });
    const { issuer } = await (await fetch(`${settings.issuer}/.well-known/openid-configuration`)).json();
    expect(issuer).toBe(settings.issuer);
    const bad = await fetch(`${url}/api/Customer`, { headers: { authorization: 'Bearer x' } });
    expect(bad.headers.get('www-authenticate')).toContain('invalid_token');
    // Unlike with the simulator, a caller without a token has no role.
    const role = await fetch(`${url}/api/Customer`, { headers: { 'x-api-role': 'editor' } });
    expect(role.status).toBe(401);
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);

    const host = { mode: 'production' };
    await writeFile(join(folder, 'production.json'), JSON.stringify({ ...file, runtime: { host } }));
    const refused = await runCommandLine(['start', '--config', 'production.json', '--port', '0', '--sign-in']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Set mode "development", or use another provider');
  });

  test.each([
    ['nope', 'is not valid JSON.'],
    ['{}', 'it must be array.'],
    ['[{ "id": "one", "name": "Somebody" }]', "0 must have required property 'roles'."],
    ['[{ "id": "one", "name": "Somebody", "roles": "editor" }]', '0/roles must be array.'],
  ])('start reports an error for a users.json of %s', async (users, pattern) => {
    await writeFile(join(folder, 'users.json'), users);
    const { stderr, code } = await runCommandLine(['start', '--port', '0', '--sign-in']);
    expect(stderr).toContain('users.json must be a list such as [{ "id": "staff"');
    expect(stderr).toContain(pattern);
    expect(stderr).not.toContain('internal error');
    expect(code).toBe(1);
  });

  test('validate reports success, or every problem', async () => {
    expect(await runCommandLine(['validate'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^joinery.json is valid: 1 entity, roles/),
    });
    const broken = { ...file, runtme: {}, entities: { Customer: { sorce: 'customers', permissions: [] } } };
    await writeFile(join(folder, 'broken.json'), JSON.stringify(broken, null, 2));
    const { code, stdout, stderr } = await runCommandLine(['validate', '--config', 'broken.json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/Did you mean "source"\?[\s\S]*Did you mean "runtime"\?/);
  });

  const withWarning = {
    ...file,
    entities: {
      Customer: { source: 'customers', permissions: [{ role: 'anonymous', actions: ['*'] }], cache: { enabled: true } },
    },
  };

  test('validate --json prints one object with every problem and its location', async () => {
    const note = {
      severity: 'note',
      path: ['entities', 'Customer', 'fields'],
      file: 'joinery.json',
      line: 1,
      message: '"last_ip" is read as text, because its type has no GraphQL scalar: inet.',
    };
    const report = {
      file: 'joinery.json',
      valid: true,
      problems: [note],
      entities: ['Customer'],
      roles: ['anonymous', 'authenticated'],
    };
    const valid = await runCommandLine(['validate', '--json']);
    expect(valid).toMatchObject({ code: 0, stderr: '' });
    const { unexposed, ...others } = JSON.parse(valid.stdout);
    expect(valid.stdout).toBe(`${JSON.stringify({ ...report, unexposed }, null, 2)}\n`);
    expect(others).toEqual(report);
    expect(unexposed).toContain('orders');
    const broken = { ...file, entities: { Customer: { sorce: 'customers', permissions: [] } } };
    const brokenText = JSON.stringify(broken, null, 2);
    await writeFile(join(folder, 'broken.json'), brokenText);
    const { code, stdout, stderr } = await runCommandLine(['validate', '--json', '--config', 'broken.json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(String(stdout))).toEqual({
      file: 'broken.json',
      valid: false,
      problems: expect.arrayContaining([
        {
          severity: 'error',
          path: ['entities', 'Customer', 'sorce'],
          file: 'broken.json',
          line: brokenText.split('\n').findIndex((line) => line.includes('sorce')) + 1,
          message: expect.stringContaining('"sorce"'),
          suggestion: 'source',
        },
      ]),
    });
  });

  test.each([
    ['a file that is missing', 'none.json', { path: [], file: 'none.json' }],
    [
      'a database that is unreachable',
      'unreachable.json',
      { path: ['data-source'], file: 'unreachable.json', line: 1 },
    ],
  ])('validate --json reports %s as a problem', async (_, config, problem) => {
    const dataSource = { 'database-type': 'postgresql', 'connection-string': 'postgres://u:p@127.0.0.1:1/none' };
    await writeFile(join(folder, 'unreachable.json'), JSON.stringify({ ...file, 'data-source': dataSource }));
    const { code, stdout, stderr } = await runCommandLine(['validate', '--json', '--config', config]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(String(stdout))).toMatchObject({
      file: config,
      valid: false,
      problems: [{ severity: 'error', ...problem }],
    });
  });

  test('validate --strict exits with 2 for warnings, 1 for errors, and 0 without either', async () => {
    await writeFile(join(folder, 'warning.json'), JSON.stringify(withWarning));
    await writeFile(join(folder, 'broken.json'), JSON.stringify({ ...withWarning, runtme: {} }));
    const codes = (config: string) =>
      Promise.all(
        [[], ['--strict'], ['--strict', '--json']].map(async (options) => {
          const { code } = await runCommandLine(['validate', '--config', config, ...options]);
          return code;
        }),
      );
    expect(await codes('joinery.json')).toEqual([0, 0, 0]);
    expect(await codes('warning.json')).toEqual([0, 2, 2]);
    expect(await codes('broken.json')).toEqual([1, 1, 1]);
  });

  test('compile prints the schema', async () => {
    expect((await runCommandLine(['compile'])).stdout).toContain('type Customer {');
    expect(await runCommandLine(['compile', '--out', 'nowhere/schema.graphql'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('error: Cannot open nowhere/schema.graphql. The file or folder does not exist.'),
    });
  });

  test('explain prints the statement and its parameters without running it', async () => {
    const { stdout } = await runCommandLine(['explain', 'query.graphql', '--variables', '{"n": 7}']);
    expect(stdout).toMatch(
      /^Plan\n[\s\S]*entity: 'Customer'[\s\S]*\nStatement\nselect [\s\S]*\nParameters\n {2}\$1 = '?7/,
    );
    const refused = await runCommandLine(
      ['explain', '-', '--role', 'anonymous'],
      '{\n  custmers { name }\n  customers { nam }\n}',
    );
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/error: 2:3: .*Did you mean "customers".*\n3:15: .*Did you mean "name"/);
  });

  test("explain prints the database's plan on request", async () => {
    const { stdout } = await runCommandLine(['explain', 'query.graphql', '--variables', '{"n": 7}', '--database']);
    expect(stdout).toMatch(/\nParameters\n {2}\$1 = .*\n\nPlan of the database\n.*cost=/);
    expect(stdout).not.toContain('actual time');
  });

  test('validate, compile, and explain run alongside a service with an embedded server', async () => {
    const seed = "create table customers (name text primary key); insert into customers values ('Ann')";
    await writeFile(join(folder, 'seed.sql'), seed);
    const embedded = { directory: '.joinery/shop', seed: 'seed.sql' };
    const dataSource = { 'database-type': 'postgresql', embedded };
    await writeFile(join(folder, 'embedded.json'), JSON.stringify({ ...file, 'data-source': dataSource }));
    const child = launch(['start', '--config', 'embedded.json', '--port', '0']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
    const { value: url = '' } = await lines.next();

    const config = ['--config', 'embedded.json'];
    expect(await runCommandLine(['validate', ...config])).toMatchObject({ code: 0, stderr: '' });
    expect(await runCommandLine(['compile', ...config])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('type Customer'),
    });
    expect(await runCommandLine(['explain', 'query.graphql', ...config])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('from "public"."customers"'),
    });
    // Errors in the file do not prevent the checks against the database.
    const wrong = { Customer: { source: 'custmers', permissions: [] }, Other: { sorce: 'x' } };
    await writeFile(
      join(folder, 'wrong.json'),
      JSON.stringify({ ...file, 'data-source': dataSource, entities: wrong }),
    );
    const { code, stderr } = await runCommandLine(['validate', '--config', 'wrong.json']);
    expect(code).toBe(1);
    expect(stderr).toContain('Did you mean "customers"?');
    expect(await runCommandLine(['start', ...config, '--port', '0'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another process already runs PostgreSQL in'),
    });

    // Runs the commands of the documentation with sh; the client reads the same variables as psql.
    const docs = await readFile(join(ROOT, 'docs/configuration.md'), 'utf8');
    const [, exports = ''] = /```bash\n(export PGHOST=[\s\S]*?\n)psql\n```/.exec(docs) ?? [];
    const script = `const { Client } = require('pg'); const client = new Client(); client.connect()
      .then(() => client.query('select name from customers')).then(({ rows }) => console.log(JSON.stringify(rows))).then(() => client.end())`;
    const shell = spawn('sh', ['-c', `set -e\n${exports}cd "$0"\n"$1" -e "$2"`, ROOT, process.execPath, script], {
      cwd: folder,
    });
    expect(JSON.parse(await text(shell.stdout))).toEqual([{ name: 'Ann' }]);

    expect((await fetch(`${url}/api/Customer`)).status).toBe(200);
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
  });

  test.each([
    [['start', '--config', 'none.json'], {}, /none\.json/],
    [['start', '--port', '70000'], {}, /Invalid port "70000"\. Use a number from 0 to 65535/],
    [['start'], { PORT: 'http' }, /Invalid port "http"\. Use a number from 0 to 65535/],
    [['start', '--host', '0.0.0.0'], {}, /^ {2}--host\n {4}In development mode .* start with --expose-development/m],
    [['validate'], { HOST: '0.0.0.0' }, /^ {2}HOST\n {4}In development mode .* start with --expose-development/m],
    [
      ['start', '--host', '203.0.113.1', '--expose-development'],
      {},
      /This machine has no address 203\.0\.113\.1\. Choose another with --host/,
    ],
    [['explain', 'none.graphql'], {}, /Cannot open none\.graphql/],
    [['explain', '-', '--variables', '{'], {}, /--variables is not valid JSON: .* line 1, column 2/],
    [['explain', 'query.graphql', '--role', 'anonymos'], {}, /Unknown role "anonymos"\. Did you mean "anonymous"/],
    [['start', '--wait', 'long'], {}, /Invalid seconds "long"\. Use an integer from 0 to 86400/],
    [['strat'], {}, /Did you mean start/],
    [['serve'], {}, /unknown command 'serve'\n\(Did you mean start\?\)/],
    [['dev'], {}, /unknown command 'dev'\n\(Did you mean start\?\)/],
  ])(
    '%j %j exits with 1 and a message without a stack trace',
    async (commandLine, env: Record<string, string>, pattern) => {
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      const { code, stdout, stderr } = await runCommandLine(commandLine);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(pattern);
      expect(stderr).not.toMatch(/^ +at /m);
    },
  );

  test('start --wait retries an unreachable database and logs each attempt', async () => {
    const port = await findFreePort();
    const target = new URL(inject('postgres'));
    const away = new URL(target);
    away.hostname = '127.0.0.1';
    away.port = String(port);
    const dataSource = { 'database-type': 'postgresql', 'connection-string': away.href };
    await writeFile(join(folder, 'away.json'), JSON.stringify({ ...file, 'data-source': dataSource }));
    const child = launch(['start', '--config', 'away.json', '--port', '0', '--wait', '60']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines = createInterface({ input: child.stderr ?? process.stdin });
    const tries: object[] = [];
    for await (const line of lines) if (line.startsWith('{') && tries.push(JSON.parse(line)) === 2) break;
    expect(tries).toMatchObject([
      { attempt: 1, reason: expect.stringContaining('ECONNREFUSED'), msg: 'The database does not respond yet' },
      { attempt: 2 },
    ]);
    const proxy = createServer((socket) => {
      const through = connect(Number(target.port), target.hostname);
      socket.pipe(through).pipe(socket);
      for (const end of [socket, through]) end.on('error', () => end.destroy());
    }).listen(port, '127.0.0.1');
    onTestFinished(() => void proxy.close());
    for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
      expect(line).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
      break;
    }
    child.kill('SIGINT');
    await once(child, 'exit');
  });

  test('start --wait exits with 1 when the time is over', async () => {
    const dataSource = { 'database-type': 'postgresql', 'connection-string': 'postgres://u:p@127.0.0.1:1/none' };
    await writeFile(join(folder, 'none-there.json'), JSON.stringify({ ...file, 'data-source': dataSource }));
    const child = launch(['start', '--config', 'none-there.json', '--wait', '1']);
    const [[code], stderr] = await Promise.all([once(child, 'exit'), child.stderr ? text(child.stderr) : '']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/does not respond yet[\s\S]*error: The database is unreachable \(connect ECONNREFUSED/);
  });

  test('start requires a trusted platform to be present in production', async () => {
    const served = (provider: string) => ({ ...file, runtime: { host: { authentication: { provider } } } });
    for (const provider of ['AppService', 'StaticWebApps'])
      await writeFile(join(folder, `${provider}.json`), JSON.stringify(served(provider)));
    expect(await runCommandLine(['validate', '--config', 'AppService.json'])).toMatchObject({ code: 0 });
    vi.stubEnv('WEBSITE_AUTH_ENABLED', '');
    const refused = await runCommandLine(['start', '--port', '0', '--config', 'AppService.json']);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('WEBSITE_AUTH_ENABLED') });
    for (const [provider, env, message] of [
      ['AppService', { WEBSITE_AUTH_ENABLED: 'True' }, /^(?![\s\S]*X-MS-CLIENT-PRINCIPAL)/],
      ['StaticWebApps', {}, /warning[\s\S]*Allow only Static Web Apps/],
    ] as const) {
      const child = launch(['start', '--port', '0', '--config', `${provider}.json`], env);
      onTestFinished(() => void child.kill('SIGKILL'));
      const stderr = child.stderr ? text(child.stderr) : '';
      for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
        expect(line).toMatch(/^http:/);
        break;
      }
      child.kill('SIGINT');
      expect(await stderr).toMatch(message);
    }
  });

  test('start reports a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, stderr } = await runCommandLine(['start', '--port', String(port)]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use`),
    });
  });
});
