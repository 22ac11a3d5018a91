import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../oracle/generate/random.ts';
import { appService, asPrincipal, encodePrincipal, PRINCIPAL, staticWebApps } from './support/principal-header.ts';
import { type Served, serve } from './support/serve.ts';

type Platform = 'StaticWebApps' | 'AppService';

const ROLE_URI = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role';

const behind = (provider: Platform) => serve({ authentication: { provider } });

/** Returns the role and the claims of a caller, or the status and code of the error. */
async function identityOf({ post, application }: Served, headers: Record<string, string>): Promise<unknown> {
  application.requests.length = 0;
  const response = await post({ query: '{ role }' }, headers);
  const { errors } = await response.json();
  if (errors === undefined) return application.requests[0]?.identity;
  expect(application.requests).toEqual([]);
  return [response.status, errors[0].extensions.code];
}

describe.each([
  ['StaticWebApps', (roles: readonly string[]) => staticWebApps(roles)],
  ['AppService', (roles: readonly string[]) => appService(roles.map((role) => ['roles', role]))],
] as const)('the role of a caller behind %s', (provider, principalWith) => {
  test.each([
    ['without any header', undefined, undefined, 'anonymous'],
    ['signed in', ['anonymous', 'authenticated'], undefined, 'authenticated'],
    ['with one of their roles', ['authenticated', 'editor'], 'editor', 'editor'],
    ['with one of their roles, unknown to the configuration', ['reader'], 'reader', 'reader'],
    ['with authenticated', ['editor'], 'Authenticated', 'authenticated'],
    ['with anonymous', ['editor'], 'ANONYMOUS', 'anonymous'],
    ['with a role of others', ['reader'], 'editor', [403, 'Forbidden']],
    ['with one of their roles in another case', ['editor'], 'Editor', [403, 'Forbidden']],
    ['with only the role anonymous', ['Anonymous'], undefined, 'anonymous'],
    ['with only the role anonymous, requesting another', ['anonymous'], 'editor', [401, 'Unauthenticated']],
    ['without any header, requesting a role', undefined, 'editor', [401, 'Unauthenticated']],
    ['without any header, requesting authenticated', undefined, 'authenticated', [401, 'Unauthenticated']],
    ['without any header, requesting anonymous', undefined, 'anonymous', 'anonymous'],
    ['with two roles', ['editor', 'reader'], 'editor, reader', [400, 'BadRequest']],
  ] as const)('is resolved %s', async (_name, roles, named, expected) => {
    const served = await behind(provider);
    const found = await identityOf(served, {
      ...(roles && asPrincipal(principalWith(roles))),
      ...(named && { 'x-api-role': named }),
    });
    if (typeof expected === 'string') expect(found).toMatchObject({ role: expected });
    else expect(found).toEqual(expected);
  });

  test("is never suggested, neither from the caller's roles nor from others", async () => {
    const { post } = await behind(provider);
    const headers = { ...asPrincipal(principalWith(['reader'])), 'x-api-role': 'readr' };
    const text = await (await post({ query: '{ role }' }, headers)).text();
    expect(text).toContain('You do not have the role \\"readr\\"."');
    expect(text).not.toContain('reader');
    const other = await (await post({ query: '{ role }' }, { ...headers, 'x-api-role': 'editr' })).text();
    expect(other).not.toContain('editor');
  });

  test('has no claims if it is anonymous', async () => {
    const headers = { ...asPrincipal(principalWith(['editor'])), 'x-api-role': 'anonymous' };
    expect(await identityOf(await behind(provider), headers)).toEqual({ role: 'anonymous', claims: {} });
  });
});

describe('claims', () => {
  test('of Static Web Apps are the members of the principal and its listed claims', async () => {
    const claims = [
      { typ: 'name', val: 'Ada' },
      { typ: 'groups', val: 'a' },
      { typ: 'groups', val: 'b' },
      { typ: 'userId', val: 'somebody else' },
      { typ: 'roles', val: 'admin' },
      { typ: null, val: 'nothing' },
      { typ: 'nothing', val: null },
    ];
    const headers = asPrincipal(staticWebApps(['editor', 'anonymous'], { claims }));
    expect(await identityOf(await behind('StaticWebApps'), headers)).toEqual({
      role: 'authenticated',
      claims: {
        identityProvider: 'github',
        userId: 'u7',
        userDetails: 'ada',
        roles: ['editor', 'anonymous'],
        name: 'Ada',
        groups: ['a', 'b'],
      },
    });
  });

  test('of App Service have their given types as names', async () => {
    const headers = asPrincipal(
      appService([
        ['name', 'Ада'],
        ['age', 36],
        ['fired', false],
        ['groups', 'a'],
        ['groups', 'b'],
        ['groups', 3],
        ['http://schemas.microsoft.com/identity/claims/objectidentifier', 'o1'],
        ['nothing', null],
      ]),
    );
    expect(await identityOf(await behind('AppService'), headers)).toEqual({
      role: 'authenticated',
      claims: {
        name: 'Ада',
        age: 36,
        fired: false,
        groups: ['a', 'b', 3],
        'http://schemas.microsoft.com/identity/claims/objectidentifier': 'o1',
      },
    });
  });

  test('may have the names of Object.prototype members without side effects', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'roles', ''];
    const headers = asPrincipal(appService(names.map((name) => [name, name])));
    const identity = (await identityOf(await behind('AppService'), headers)) as { claims: object };
    expect(Object.entries(identity.claims)).toEqual(names.map((name) => [name, name]));
    expect(Object.getPrototypeOf(identity.claims)).toBe(Object.prototype);
    expect(Object.prototype).not.toHaveProperty('roles');
  });

  test('and other members of the header are case-insensitive, as in .NET', async () => {
    const claims = '[{"Typ":"name","VAL":"Ada"}]';
    const ofStaticWebApps = `{"UserRoles":["editor"],"USERID":"u7","identityprovider":"github","Claims":${claims}}`;
    const named = (principal: string) => ({ ...asPrincipal(principal), 'x-api-role': 'editor' });
    expect(await identityOf(await behind('StaticWebApps'), named(ofStaticWebApps))).toEqual({
      role: 'editor',
      claims: { userId: 'u7', identityProvider: 'github', name: 'Ada', roles: ['editor'] },
    });
    const ofAppService = '{"Auth_Typ":"aad","ROLE_TYP":"r","Claims":[{"Typ":"r","Val":"editor"}]}';
    expect(await identityOf(await behind('AppService'), named(ofAppService))).toEqual({
      role: 'editor',
      claims: { r: 'editor' },
    });
  });

  test.each(['{"userRoles":["reader"],"UserRoles":["editor"]}', '{"userRoles":["editor"],"claims":[],"Claims":[]}'])(
    'are rejected if a member is repeated: %s',
    async (principal) => {
      expect(await identityOf(await behind('StaticWebApps'), asPrincipal(principal))).toEqual([401, 'Unauthenticated']);
    },
  );

  test('grant no roles through __proto__', async () => {
    const served = await behind('StaticWebApps');
    const hidden = '{"__proto__": {"userRoles": ["editor"]}, "userId": "x"}';
    expect(await identityOf(served, asPrincipal(hidden))).toEqual([401, 'Unauthenticated']);
  });

  test.each([
    ['role_typ', appService([['groups', 'editor']], { role_typ: 'groups' }), 'editor'],
    ['no role_typ', appService([[ROLE_URI, 'editor']], { role_typ: undefined }), 'editor'],
    ['an empty role_typ', appService([[ROLE_URI, 'editor']], { role_typ: '' }), 'editor'],
    ['another role_typ', appService([['roles', 'editor']], { role_typ: ROLE_URI }), 'Forbidden'],
    ['a number as role', appService([['roles', 7]]), 'Forbidden'],
  ])('grant roles of App Service by %s', async (_name, principal, expected) => {
    const headers = { ...asPrincipal(principal), 'x-api-role': expected === 'editor' ? 'editor' : '7' };
    const found = await identityOf(await behind('AppService'), headers);
    expect(found).toEqual(expected === 'editor' ? expect.objectContaining({ role: 'editor' }) : [403, expected]);
  });
});

const bad: readonly (readonly [name: string, provider: Platform, value: string, says: RegExp])[] = [
  ['nothing', 'StaticWebApps', '', /not JSON in Base64/],
  ['invalid Base64', 'StaticWebApps', '{"userRoles":["editor"]}', /not JSON in Base64/],
  ['Base64 without its padding', 'StaticWebApps', 'e30', /not JSON in Base64/],
  ['the URL-safe alphabet', 'StaticWebApps', '-_-_', /not JSON in Base64/],
  ['two headers', 'StaticWebApps', `${encodePrincipal(staticWebApps(['a']))}, e30=`, /not JSON in Base64/],
  ['invalid UTF-8', 'StaticWebApps', Buffer.from([0x22, 0xff, 0x22]).toString('base64'), /not JSON in Base64/],
  ['invalid JSON', 'StaticWebApps', encodePrincipal('{"userRoles":["editor"]'), /not JSON in Base64/],
  ['a list', 'StaticWebApps', encodePrincipal([]), /not a JSON object/],
  ['null', 'AppService', encodePrincipal(null), /not a JSON object/],
  ['a big number', 'AppService', encodePrincipal('12345678901234567890123'), /not a JSON object/],
  ['an empty object', 'StaticWebApps', encodePrincipal({}), /"userRoles" must be a non-empty list/],
  ['no roles', 'StaticWebApps', encodePrincipal(staticWebApps([])), /"userRoles" must be a non-empty list/],
  [
    'one role',
    'StaticWebApps',
    encodePrincipal(staticWebApps([], { userRoles: 'editor' })),
    /must be a non-empty list/,
  ],
  ['invalid roles', 'StaticWebApps', encodePrincipal({ userRoles: ['editor', 7] }), /must be a non-empty list/],
  [
    'an unusual user',
    'StaticWebApps',
    encodePrincipal(staticWebApps(['a'], { userId: 7 })),
    /"userId" must be a string/,
  ],
  ['claims in an object', 'StaticWebApps', encodePrincipal(staticWebApps(['a'], { claims: {} })), /"claims" must be a/],
  ['the form of App Service', 'StaticWebApps', encodePrincipal(appService([])), /"userRoles" must be a non-empty list/],
  ['the form of Static Web Apps', 'AppService', encodePrincipal(staticWebApps(['editor'])), /missing "auth_typ"/],
  ['no authentication type', 'AppService', encodePrincipal(appService([], { auth_typ: '' })), /missing "auth_typ"/],
  [
    'an unusual authentication type',
    'AppService',
    encodePrincipal(appService([], { auth_typ: ['aad'] })),
    /"auth_typ" must be a string/,
  ],
  [
    'an unusual type of roles',
    'AppService',
    encodePrincipal(appService([], { role_typ: 7 })),
    /"role_typ" must be a string/,
  ],
  ['claims as a string', 'AppService', encodePrincipal(appService([], { claims: 'x' })), /"claims" must be a list/],
  ['a claim as a string', 'AppService', encodePrincipal(appService([], { claims: ['x'] })), /must be an object with/],
  ['a claim that is null', 'AppService', encodePrincipal(appService([], { claims: [null] })), /must be an object with/],
  [
    'an unusual name',
    'AppService',
    encodePrincipal(appService([], { claims: [{ typ: 1, val: 'x' }] })),
    /"typ" must be/,
  ],
  ['an unusual value', 'AppService', encodePrincipal(appService([['x', { y: 1 }]])), /"val" of a claim must be/],
  ['a list of values', 'AppService', encodePrincipal(appService([['x', ['y']]])), /"val" of a claim must be/],
];

describe('an unreadable principal header', () => {
  test.each(bad)('is rejected: %s (%s)', async (_name, provider, value, pattern) => {
    const { post, application } = await behind(provider);
    for (const role of ['', 'anonymous']) {
      const headers = { [PRINCIPAL]: value, ...(role !== '' && { 'x-api-role': role }) };
      const response = await post({ query: '{ role }' }, headers);
      const { errors } = await response.json();
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(provider === 'AppService' ? 'Bearer' : 'StaticWebApps');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(errors).toMatchObject([
        { message: expect.stringMatching(pattern), extensions: { code: 'Unauthenticated' } },
      ]);
    }
    expect(application.requests).toEqual([]);
  });

  test('is rejected before the body is read', async () => {
    const { url } = await behind('AppService');
    const response = await fetch(url, { method: 'POST', headers: { [PRINCIPAL]: 'x' }, body: '{' });
    expect(response.status).toBe(401);
  });
});

describe('the principal header under other providers', () => {
  const bothPrincipals = { ...asPrincipal({ ...appService([['roles', 'editor']]), ...staticWebApps(['editor']) }) };

  test.each([
    ['Unauthenticated', 'production', { role: 'anonymous', claims: {} }],
    ['Unauthenticated', 'development', { role: 'anonymous', claims: {} }],
    ['Jwt', 'production', { role: 'anonymous', claims: {} }],
    ['Simulator', 'development', { role: 'authenticated', claims: {} }],
    ['Simulator', 'production', { role: 'anonymous', claims: {} }],
  ] as const)('is ignored by %s in %s', async (provider, mode, expected) => {
    const served = await serve({ mode, authentication: { provider } });
    expect(await identityOf(served, bothPrincipals)).toEqual(expected);
    expect(await identityOf(served, { [PRINCIPAL]: 'nonsense' })).toEqual(expected);
  });

  test.each([
    ['Unauthenticated', [403, 'Forbidden']],
    ['Jwt', [401, 'Unauthenticated']],
  ] as const)('grants no role under %s', async (provider, expected) => {
    const served = await serve({ authentication: { provider } });
    expect(await identityOf(served, { ...bothPrincipals, 'x-api-role': 'editor' })).toEqual(expected);
  });
});

describe('300 mutations of the principal header', () => {
  const COUNT = 300;
  const seeds = {
    StaticWebApps: JSON.stringify(staticWebApps(['editor', 'reader'], { claims: [{ typ: 'name', val: 'Ada' }] })),
    AppService: JSON.stringify(
      appService([
        ['roles', 'editor'],
        ['age', 36],
      ]),
    ),
  };
  const served = {} as Record<Platform, Served>;
  beforeAll(async () => {
    for (const provider of ['StaticWebApps', 'AppService'] as const) {
      served[provider] = await serve({ authentication: { provider } }, 'keep');
    }
  });
  afterAll(() => Promise.all(Object.values(served).map(({ server }) => server.close())));

  const ODD = [
    'null',
    '[]',
    '{}',
    '""',
    '7',
    '1e999',
    '-0',
    'true',
    '"__proto__"',
    '"\\ud800"',
    '"\\u0000"',
    '9'.repeat(40),
  ];

  function mutate(random: Random, json: string): string {
    const mutated = random.times(random.int(1, 2), () => 0).reduce<string>((text) => mutateJson(random, text), json);
    const header = encodePrincipal(mutated);
    if (random.chance(0.6)) return header;
    const at = random.int(0, header.length - 1);
    return random.pick([
      header.slice(0, at) + header.slice(at + 1),
      header.slice(0, at),
      `${header.slice(0, at)}${random.pick(['=', '-', ',', ' ', 'A', 'é'])}${header.slice(at)}`,
      header.repeat(2),
    ]);
  }

  /** Replaces or removes one value, key, or character. */
  function mutateJson(random: Random, text: string): string {
    const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\w.+-]*|true|false|null|[{}[\],:]/g)];
    const token = random.pick(tokens);
    const misspelt = token[0].replace(/\w(?=\W?$)/, '0');
    const other = random.pick([misspelt, misspelt, random.pick(tokens)[0], random.pick(ODD), '', '['.repeat(2000)]);
    return text.slice(0, token.index) + other + text.slice(token.index + token[0].length);
  }

  test('are accepted or rejected, and never cause an internal error', async () => {
    const random = new Random(20_260_101);
    const outcomes = new Map<number, number>();
    for (let done = 0; done < COUNT; done += 1) {
      const provider = random.pick(['StaticWebApps', 'AppService'] as const);
      const header = mutate(random, seeds[provider]);
      const role: Record<string, string> = random.chance(0.5) ? { 'x-ms-api-role': 'editor' } : {};
      const { post, logged } = served[provider];
      const response = await post({ query: '{ role }' }, { [PRINCIPAL]: header, ...role });
      const { data, errors } = await response.json();
      expect([response.status, logged.splice(0)], `${provider}: ${header}`).toEqual([
        expect.toBeOneOf([200, 401, 403]),
        [],
      ]);
      if (response.status === 401) expect(errors[0].extensions.code).toBe('Unauthenticated');
      // A caller with a principal becomes anonymous only if that is its only role.
      else if (response.status === 200) expect(data.role).toBe(role['x-ms-api-role'] ?? 'authenticated');
      outcomes.set(response.status, (outcomes.get(response.status) ?? 0) + 1);
    }
    expect(outcomes.get(200)).toBeGreaterThan(COUNT / 10);
    expect(outcomes.get(401)).toBeGreaterThan(COUNT / 3);
    expect(outcomes.get(403)).toBeGreaterThan(1);
  });
});
