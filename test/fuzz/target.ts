import { pino } from 'pino';
import type { Application } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import { Observers } from '../../src/base/observers.ts';
import type { Config, Runtime } from '../../src/config/config.ts';
import { CLIENT_ID } from '../../src/identity-provider/create-provider.ts';
import { createServer } from '../../src/server/create-server.ts';
import { readCases, readRestCases } from '../golden/read-cases.ts';
import { badTokens } from '../http/support/bad-tokens.ts';
import { goodClaims, SHARED, SHARED_SECRET, sign, startTokenIssuers } from '../http/support/token-issuers.ts';
import type { ServerName } from '../support/server-names.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { openSession } from '../support/sql/open-session.ts';
import type { FuzzContext, Receiver, ValidCursor, ValidRest } from './hostile-request.ts';

/** The sample shop, served in both modes, and an identity provider. */
export interface FuzzTarget {
  readonly origins: Readonly<Record<Receiver, string>>;
  readonly context: FuzzContext;
  /** Returns the SQL that ran since the last call. */
  takeStatements(): readonly string[];
  /** Returns errors in the logs, unhandled rejections, and forged lines of the access log since the last call. */
  takeFaults(): readonly string[];
  /** Returns the number of rows of each table. */
  countRows(): Promise<string>;
  /** Returns false if a service does not answer a valid query with data. */
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

/** A line of the Common Log Format. */
const ACCESS_LINE = /^\S+ - \S+ \[[\w/]+:[\d:]+ \+0000\] "[\x20-\x7e]*" \d{3} (?:\d+|-)$/;

const ROLES = ['authenticated', 'staff', 'support', 'courier'] as const;

/** @param url database with the shop, which the requests change */
export async function startTarget(server: ServerName, url: string): Promise<FuzzTarget> {
  const issuers = await startTokenIssuers();
  const statements: string[] = [];
  const faults: string[] = [];
  const report = (error: unknown): void => void faults.push(`unhandled: ${String((error as Error)?.stack ?? error)}`);
  process.on('unhandledRejection', report);
  process.on('uncaughtException', report);
  const log = {
    write: (line: string) => {
      if (JSON.parse(line).level >= 50) faults.push(`log: ${line}`);
    },
  };
  const accessLog = {
    write: (text: string) => {
      for (const line of text.split('\n').slice(0, -1)) if (!ACCESS_LINE.test(line)) faults.push(`access log: ${line}`);
    },
  };
  const config = readShopConfig(server, url);
  const serve = async (runtime: Partial<Runtime>) => {
    const application = await boot(withRuntime(config, { ...runtime }), new Observers(), {
      observeStatement: ({ text }) => statements.push(text),
    });
    const service = createServer(application, pino({ level: 'warn' }, log), accessLog);
    return { application, service, origin: await service.listen({ host: '127.0.0.1', port: 0 }) };
  };
  const { authentication } = issuers;
  const production = await serve({ mode: 'production', authentication, trustedProxies: ['loopback'] });
  const signIn = { clientId: CLIENT_ID, scope: 'openid' };
  const development = await serve({ mode: 'development', authentication: { ...authentication, signIn } });
  const services = [production, development];
  const session = openSession(server, url);
  const tables = config.entities.filter(({ source }) => source.kind === 'table').map(({ source }) => source.object);
  const counts = tables.map((table, index) => `(select count(*) from ${table}) as t${index}`).join(', ');
  return {
    origins: { production: production.origin, development: development.origin, provider: issuers.provider.issuer },
    context: await createContext(production.application, production.origin, issuers),
    takeStatements: () => statements.splice(0),
    takeFaults: () => faults.splice(0),
    countRows: async () => JSON.stringify(await session.rows(`select ${counts}`)),
    isAlive: async () => {
      const answers = await Promise.all(
        services.map(({ origin }) =>
          fetch(`${origin}/api/Supplier?$first=1&$select=id`).then((answer) => answer.text()),
        ),
      );
      return answers.every((text) => text.startsWith('{"value":[{"id":'));
    },
    close: async () => {
      for (const { service } of services) await service.close();
      await issuers.close();
      await session.close();
      process.off('unhandledRejection', report);
      process.off('uncaughtException', report);
    },
  };
}

/** Limits keep the requests fast. The rate limits are too high to be reached, but run. */
const withRuntime = (config: Config, runtime: Partial<Runtime>): Config => ({
  ...config,
  runtime: {
    ...config.runtime,
    console: { enabled: true, roles: ['staff'] },
    metrics: { path: '/metrics' },
    accessLog: 'common',
    limits: { ...config.runtime.limits, rows: 2000, cost: 50_000 },
    rateLimit: {
      claim: 'sub',
      quota: { requests: 1_000_000_000, burst: 0, databaseTimeMs: 1_000_000_000 },
      roles: new Map(),
      limitsDatabaseTime: true,
      window: 3600,
      ipv6Prefix: 64,
      maxCallers: 1000,
    },
    ...runtime,
  },
});

type TokenIssuers = Awaited<ReturnType<typeof startTokenIssuers>>;

async function createContext(application: Application, origin: string, issuers: TokenIssuers): Promise<FuzzContext> {
  const { entities } = application.model;
  const fields = entities.flatMap(({ name, fieldByName, relationshipByName }) => [
    name,
    ...fieldByName.keys(),
    ...relationshipByName.keys(),
  ]);
  const tokens = await Promise.all(
    ROLES.map(async (role) => {
      const claims = goodClaims(SHARED.issuer, { scope: role, exp: Math.floor(Date.now() / 1000) + 100_000 });
      return [role, `Bearer ${await sign(claims, SHARED_SECRET)}`] as const;
    }),
  );
  return {
    documents: readCases().filter(({ style }) => style === 'own'),
    rest: readRestCases()
      .filter(({ dab }) => !dab)
      .map(({ file }) => readRest(file)),
    names: [...new Set([...Object.keys(application.schema.getTypeMap()), ...fields])],
    tokens: Object.fromEntries(tokens),
    badTokens: await makeBadTokens(issuers),
    cursors: await readCursors(origin),
  };
}

/** Parses `GET /path`, headers, and a body. */
function readRest(file: string): ValidRest {
  const [head = '', body] = file.split('\n\n', 2);
  const [line = '', ...lines] = head.split('\n');
  const [method = 'GET', path = '/'] = line.split(' ');
  const headers = Object.fromEntries(
    lines.flatMap((text) => {
      const [, name = '', value = ''] = /^([^:]+): *(.*)$/.exec(text) ?? [];
      return name === '' || name === 'Host' ? [] : [[name.toLowerCase(), value]];
    }),
  );
  const { 'x-api-role': role = 'anonymous', ...others } = headers;
  return { method, path, headers: others, body: body?.trim(), role };
}

async function makeBadTokens({
  provider: { issuer: iss },
  keys: [key],
  filed,
}: TokenIssuers): Promise<readonly string[]> {
  if (key === undefined) throw new Error('The provider has no key.');
  const good = await sign(goodClaims(iss), key);
  const made = await Promise.all(badTokens.map(([, make]) => make({ iss, key, other: filed, filed, good })));
  return made.map((token) => (typeof token === 'string' ? `Bearer ${token}` : (token[1] ?? '')));
}

const DOCUMENTS: readonly string[] = [
  'query ($cursor: String) { orders_connection(first: 2, after: $cursor, orderBy: [{ total: DESC }, { id: ASC }]) { endCursor items { id } } }',
  'query ($cursor: String) { products_connection(first: 2, after: $cursor, orderBy: { price: ASC }) { endCursor items { id } } }',
  'query ($cursor: String) { customers_connection(first: 2, after: $cursor, orderBy: { name: ASC }) { endCursor items { id } } }',
];

const PATHS: readonly string[] = [
  '/api/Order?$first=2&$select=id&$orderby=placed_at%20desc',
  '/api/Product?$first=2&$select=id&$orderby=price,name',
  '/api/OrderDetail?$first=2&$select=order_id',
];

async function readCursors(origin: string): Promise<readonly ValidCursor[]> {
  const graphql = DOCUMENTS.map(async (text): Promise<ValidCursor> => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables: { cursor: null } }),
    });
    const { data } = (await response.json()) as { data: Record<string, { endCursor: string }> };
    return { api: 'graphql', text, cursor: Object.values(data)[0]?.endCursor ?? '' };
  });
  const rest = PATHS.map(async (text): Promise<ValidCursor> => {
    const { nextLink } = (await (await fetch(origin + text)).json()) as { nextLink: string };
    return { api: 'rest', text, cursor: new URL(nextLink).searchParams.get('$after') ?? '' };
  });
  return Promise.all([...graphql, ...rest]);
}
