import { mutateDocument, mutateVariables } from '../http/support/mutate.ts';
import { mutateUrl } from '../http/support/mutate-url.ts';
import type { Random } from '../oracle/generate/random.ts';
import { graphqlGet } from './graphql-requests.ts';
import {
  FRAGMENTS,
  type Generate,
  type HostileRequest,
  mutateBytes,
  toHeaderValue,
  toPath,
} from './hostile-request.ts';
import {
  ACCEPTED,
  authorize,
  insertAt,
  JSON_TYPE,
  METHODS,
  oddContentType,
  oddHeaders,
  PATH_PARTS,
  receiver,
  times,
} from './parts.ts';
import { restUrl } from './rest-requests.ts';

export const headerAbuse: Generate = (random, context) => {
  const base = random.chance(0.5) ? graphqlGet(random, context) : restUrl(random, context);
  const many: Readonly<Record<string, string>> = random.chance(0.1)
    ? Object.fromEntries(random.times(random.int(50, 2500), (index) => [`x-${index}`, 'a'.repeat(random.int(0, 20))]))
    : {};
  const long: Readonly<Record<string, string>> = random.chance(0.1)
    ? { 'x-long': 'a'.repeat(random.int(1000, 60_000)) }
    : {};
  return { ...base, headers: { ...base.headers, ...oddHeaders(random), ...many, ...long } };
};

export const badToken: Generate = (random, context) => {
  const authorization = random.chance(0.6)
    ? random.pick(context.badTokens)
    : changeToken(random.pick(Object.values(context.tokens)), random);
  const place = random.pick<Pick<HostileRequest, 'to' | 'method' | 'path'> & { readonly body?: Buffer }>([
    {
      to: 'production',
      method: 'POST',
      path: '/graphql',
      body: Buffer.from('{"query":"{ orders(first: 1) { id } }"}'),
    },
    { to: 'production', method: 'GET', path: '/api/Order/1' },
    { to: 'production', method: 'DELETE', path: '/api/Order/1' },
    { to: 'development', method: 'GET', path: '/sign-in/roles.json' },
    { to: 'development', method: 'GET', path: '/console/model.json' },
    { to: 'production', method: 'GET', path: '/console/state.json' },
    { to: 'provider', method: 'GET', path: '/me' },
  ]);
  const role: Readonly<Record<string, string>> = random.chance(0.5)
    ? { 'x-api-role': random.pick([...Object.keys(context.tokens), 'x']) }
    : {};
  return { ...place, headers: { ...JSON_TYPE, ...role, authorization: toHeaderValue(authorization) } };
};

/** Changes the signature, a part, or the text of a token. */
function changeToken(authorization: string, random: Random): string {
  const token = authorization.replace('Bearer ', '');
  const parts = token.split('.');
  const index = random.int(0, parts.length - 1);
  const part = parts[index] ?? '';
  return random.pick<() => string>([
    () => `Bearer ${mutateBytes(Buffer.from(token), random, times(random)).toString('latin1')}`,
    () =>
      `Bearer ${parts.toSpliced(index, 1, Buffer.from(mutateJsonPart(part, random)).toString('base64url')).join('.')}`,
    () => `Bearer ${parts.toSpliced(index, 1).join('.')}`,
    () => `Bearer ${parts.toSpliced(index, 0, part).join('.')}`,
    () => `Bearer ${parts.slice(0, 2).join('.')}.`,
    () => `Bearer ${'A'.repeat(random.int(1, 14_000))}.${part}.${part}`,
    () => `bearer  ${token}, Bearer ${token}`,
  ])();
}

function mutateJsonPart(part: string, random: Random): string {
  try {
    return mutateVariables(JSON.parse(Buffer.from(part, 'base64url').toString()), { random, times: times(random) });
  } catch {
    return part;
  }
}

export const badCursor: Generate = (random, context) => {
  const { api, text, cursor } = random.pick(context.cursors);
  const other = random.pick(context.cursors).cursor;
  const changed = random.pick<() => string>([
    () => other,
    () => Buffer.from(mutateJsonPart(cursor, random)).toString('base64url'),
    () => Buffer.from(mutateJsonPart(cursor, random)).toString('base64url'),
    () => mutateBytes(Buffer.from(cursor), random, times(random)).toString('latin1'),
    () => cursor.slice(0, random.int(0, cursor.length)),
    () => cursor.repeat(random.int(2, 200)),
    () => random.pick(FRAGMENTS),
  ])();
  const to = receiver(random);
  if (api === 'rest') {
    const option = random.pick(['$after', '$before']);
    return {
      to,
      method: 'GET',
      path: toPath(`${text}&${option}=${encodeURIComponent(changed.toWellFormed())}`),
      headers: {},
    };
  }
  const body = { query: text, variables: { cursor: changed } };
  return { to, method: 'POST', path: '/graphql', headers: JSON_TYPE, body: Buffer.from(JSON.stringify(body)) };
};

const PAGES: readonly string[] = [
  ...[
    '/',
    '/graphql',
    '/swagger',
    '/swagger/',
    '/swagger/swagger-ui.css',
    '/sign-in',
    '/sign-in/settings.json',
    '/health',
  ],
  ...['/sign-in/session.js', '/sign-in/roles.json', '/api/openapi.json', '/api', '/api/', '/metrics', '/health/live'],
  ...[
    '/console',
    '/console/model.json',
    '/console/state.json',
    '/console/requests.json?after=0',
    '/console/problems.json',
  ],
  ...['/console/roles.json', '/favicon.ico', '/robots.txt', '/.well-known/security.txt', '/console/app.js', '/nothing'],
];

export const page: Generate = (random, context) => {
  const path = random.pick(PAGES);
  const changed = random.pick<() => string>([
    () => path,
    () => path,
    () => mutateUrl(path, { random, names: context.names, times: times(random) }),
    () => insertAt(path, random.int(0, path.length), random.pick(PATH_PARTS)),
  ])();
  const role = random.pick(['anonymous', 'staff', 'support']);
  return {
    to: random.chance(0.4) ? 'production' : 'development',
    method: random.chance(0.8) ? 'GET' : random.pick(['HEAD', 'OPTIONS', ...METHODS]),
    path: toPath(changed.startsWith('/') ? changed : `/${changed}`),
    headers: {
      accept: random.pick(ACCEPTED),
      ...authorize(role, context),
      ...(random.chance(0.4) && oddHeaders(random)),
    },
  };
};

export const explain: Generate = (random, context) => {
  const { document, variables } = random.pick(context.documents);
  const query = mutateDocument(document, { random, names: context.names, times: random.int(0, 2) });
  const body = JSON.stringify({ query, variables, role: random.pick(['staff', 'anonymous', ...FRAGMENTS]) });
  return {
    to: receiver(random),
    method: 'POST',
    path: '/console/explain.json',
    headers: { ...oddContentType(random), ...authorize('staff', context) },
    body: random.chance(0.3) ? mutateBytes(Buffer.from(body), random, times(random)) : Buffer.from(body),
  };
};

/** Endpoints of the provider, by method. */
const PROVIDER: readonly (readonly [method: string, path: string, form: string])[] = [
  [
    'POST',
    '/token',
    'grant_type=authorization_code&code=x&client_id=joinery&redirect_uri=http://127.0.0.1/sign-in&code_verifier=x',
  ],
  ['POST', '/token', 'grant_type=refresh_token&refresh_token=x&client_id=joinery'],
  ['POST', '/token', 'grant_type=client_credentials&client_id=joinery'],
  ['POST', '/token/revocation', 'token=x&client_id=joinery'],
  ['GET', '/auth?client_id=joinery&response_type=code&scope=openid&code_challenge=x&code_challenge_method=S256', ''],
  ['GET', '/.well-known/openid-configuration', ''],
  ['GET', '/jwks', ''],
  ['GET', '/me', ''],
  ['GET', '/session/end?id_token_hint=x', ''],
  ['POST', '/sign-in/x', 'user=ann'],
  ['GET', '/sign-in/x', ''],
];

export const provider: Generate = (random, context) => {
  const [method, path, form] = random.pick(PROVIDER);
  const change = (text: string): string => mutateUrl(text, { random, names: context.names, times: random.int(0, 3) });
  const changed = change(path);
  return {
    to: 'provider',
    method: random.chance(0.8) ? method : random.pick(['GET', 'POST', 'OPTIONS', 'HEAD', ...METHODS]),
    path: toPath(changed.startsWith('/') ? changed : `/${changed}`),
    headers: {
      'content-type': random.chance(0.8) ? 'application/x-www-form-urlencoded' : random.pick(['application/json', 'x']),
      ...(random.chance(0.3) && oddHeaders(random)),
    },
    ...(form !== '' && {
      body: random.chance(0.5) ? Buffer.from(change(form)) : mutateBytes(Buffer.from(form), random, 2),
    }),
  };
};
