import { generateKeyPairSync } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { importPKCS8, SignJWT } from 'jose';
import { pino } from 'pino';
import type { Application } from '../../src/app/application.ts';
import type { Authentication, TokenIssuer } from '../../src/config/config.ts';
import { createServer } from '../../src/server/create-server.ts';
import { createIdentityReader } from '../../src/server/identity/read-identity.ts';
import { startLoad } from '../load/start-load.ts';
import { makeTemporaryFile } from '../support/make-temporary-file.ts';
import { type Summary, summarize } from '../support/statistics.ts';
import { makeShop } from './make-shop.ts';
import { measure, measureFresh, type Timing } from './measure.ts';
import { openShop } from './open-shop.ts';
import { workloads } from './workloads.ts';

export interface TokensResult {
  /** Wall-clock time to read the identity only. */
  readonly readings: readonly { readonly name: string; readonly timing: Timing }[];
  /** Microseconds of processor time per request. */
  readonly requests: readonly { readonly name: string; readonly time: Summary }[];
}

const ISSUER = 'https://issuer.example.com';
const ALGORITHM = 'RS256';
const AUDIENCE = 'urn:joinery:benchmark';
const SECONDS = 1;
const WARM_UP = 2;
const CONNECTIONS = 8;

const [rounds = '5'] = process.argv.slice(2);
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'benchmark', alg: ALGORITHM }] };
const { path, remove } = await makeTemporaryFile(JSON.stringify(keys));
const signer = await importPKCS8(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), ALGORITHM);
let made = 0;

const issuer: TokenIssuer = {
  issuer: ISSUER,
  audiences: [AUDIENCE],
  keys: { kind: 'file', path },
  algorithms: [ALGORITHM],
  roleClaim: 'roles',
  clockSkewSeconds: 5,
};

/** About as long as tokens of common providers. */
const makeToken = (): Promise<string> => {
  made += 1;
  const claims = {
    roles: ['reader', 'writer', 'auditor'],
    name: 'somebody',
    email: 'somebody@example.com',
    tid: AUDIENCE,
    jti: `${made}`,
    scope: 'openid profile email offline_access',
    groups: ['9f1c', '7be2', '1d40'],
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid: 'benchmark' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject('0b6b1d52-6a8f-4f6c-8a53-1f0a6f0f2a11')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(signer);
};

const shop = await openShop(makeShop());
const withAuthentication = (authentication: Authentication): Application => ({
  ...shop.application,
  model: shop.application.model,
  schema: shop.application.schema,
  restSchema: shop.application.restSchema,
  config: { ...shop.application.config, runtime: { ...shop.application.config.runtime, authentication } },
});
const withTokens = withAuthentication({ provider: 'Jwt', issuers: [issuer] });

const silent = pino({ enabled: false });
const token = await makeToken();
console.log(JSON.stringify({ readings: await timeReadings(), requests: await timeAll() } satisfies TokensResult));
await remove();

async function timeReadings(): Promise<TokensResult['readings']> {
  const reader = createIdentityReader(withTokens);
  const anonymousRequest = requestWith([]);
  const tokenRequest = requestWith(['authorization', `Bearer ${token}`]);
  await reader.read(tokenRequest);
  const fresh = await Promise.all(Array.from({ length: 4_000 }, makeToken));
  let next = 0;
  const takeFresh = (): IncomingMessage => {
    const request = requestWith(['authorization', `Bearer ${fresh[next]}`]);
    // More tokens than the cache holds, so each lookup is a miss.
    next = (next + 1) % fresh.length;
    return request;
  };
  const uncached = createIdentityReader(withTokens);
  const timings = [
    { name: 'without a token', timing: await measure(() => reader.read(anonymousRequest)) },
    { name: 'with a known token', timing: await measure(() => reader.read(tokenRequest)) },
    { name: 'with a new token', timing: await measureFresh(takeFresh, (request) => uncached.read(request)) },
  ];
  reader.close();
  uncached.close();
  return timings;
}

async function timeAll(): Promise<TokensResult['requests']> {
  const [workload] = workloads;
  if (workload === undefined) throw new Error('There is no workload.');
  shop.setDatabaseRow(workload.databaseRow);
  const headers = { authorization: `Bearer ${token}` };
  const servers: readonly { name: string; application: Application; headers: Readonly<Record<string, string>> }[] = [
    { name: 'without a token', application: shop.application, headers: {} },
    { name: 'with a token, authentication disabled', application: shop.application, headers },
    { name: 'with a known token', application: withTokens, headers },
  ];
  const load = startLoad();
  const body = JSON.stringify({ query: workload.document, variables: workload.variables });
  const running = [];
  for (const { name, application, headers } of servers) {
    const server = createServer(application, silent);
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    const request = {
      method: 'POST' as const,
      path: '/graphql',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    };
    const time = async (seconds: number): Promise<number> => {
      const before = process.cpuUsage();
      const { answers } = await load.send({ origin, requestLists: [[request]], connections: CONNECTIONS, seconds });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / answers;
    };
    running.push({ name, server, time, measured: [] as number[] });
  }
  for (const { time } of running) await time(WARM_UP);
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const { time, measured } of running) measured.push(await time(SECONDS));
  }
  await load.stop();
  for (const { server } of running) await server.close();
  return running.map(({ name, measured }) => ({ name, time: summarize(measured) }));
}

function requestWith(rawHeaders: string[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  const usual = ['host', '127.0.0.1:4000', 'content-type', 'application/json', 'accept', '*/*', 'content-length', '90'];
  request.rawHeaders = [...usual, ...rawHeaders];
  request.headers = Object.fromEntries(
    request.rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, request.rawHeaders[index + 1]]] : [])),
  );
  return request;
}
