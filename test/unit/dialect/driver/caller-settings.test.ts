import { describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../../../src/base/identity.ts';
import { parseJson } from '../../../../src/base/json.ts';
import { callerSettings } from '../../../../src/dialect/driver/caller-settings.ts';

const defaults = new Map([
  ['claims', '*'],
  ['role', 'role'],
]);

const describeCaller = callerSettings({}, { defaults });

const identity = (claims: string, role = 'clerk') => ({ role, claims: parseJson(claims) as Record<string, unknown> });

describe('the settings of a caller', () => {
  it('are all claims with the role of the request, and that role', () => {
    expect(describeCaller(identity('{"sub":"ada","role":"token role","groups":["a","b"]}'))).toEqual({
      claims: '{"sub":"ada","role":"clerk","groups":["a","b"]}',
      role: 'clerk',
    });
    expect(describeCaller(ANONYMOUS)).toEqual({ claims: '{"role":"anonymous"}', role: 'anonymous' });
  });

  it('keep the digits of numbers', () => {
    expect(describeCaller(identity('{"tenant":12345678901234567890.50}')).claims).toBe(
      '{"tenant":12345678901234567890.50,"role":"clerk"}',
    );
  });

  it('are single claims: strings unchanged, other values as JSON, and null for an absent claim', () => {
    const settings = new Map(['sub', 'age', 'groups', 'none', 'gone', 'toString', 'role'].map((name) => [name, name]));
    const describeOne = callerSettings({ settings }, { defaults });
    const claims = '{"sub":"ada \\"x\\"","age":7,"groups":["a"],"none":null,"role":"token role"}';
    expect(describeOne(identity(claims))).toEqual({
      sub: 'ada "x"',
      age: '7',
      groups: '["a"]',
      none: null,
      gone: null,
      toString: null,
      role: 'clerk',
    });
  });

  it('are computed once per claims and role', () => {
    const caller = identity('{"sub":"ada"}');
    expect(describeCaller(caller)).toBe(describeCaller({ ...caller }));
    expect(describeCaller({ ...caller, role: 'boss' })).toEqual({
      claims: '{"sub":"ada","role":"boss"}',
      role: 'boss',
    });
    expect(describeCaller(caller).role).toBe('clerk');
  });

  it.each(['{"sub":"a\\u0000b"}', '{"sub":["\\ud800"]}', '{"\\u0000":1}', '{"sub":"\\\\\\udfff"}'])(
    'reject characters that a database cannot store: %s',
    (claims) => {
      expect(() => describeCaller(identity(claims))).toThrow(/cannot store. Request a token without it\.$/);
    },
  );

  it('reject such a character in a single claim', () => {
    const describeOne = callerSettings({ settings: new Map([['sub', 'sub']]) }, { defaults });
    for (const claims of ['{"sub":"a\\u0000b"}', '{"sub":"\\ud800"}', '{"sub":{"a":"\\u0000"}}'])
      expect(() => describeOne(identity(claims))).toThrow(/^The claim "sub" of your token contains a character/);
    expect(describeOne(identity('{"sub":"\\ud83d\\ude00 \\\\u0000","other":"\\u0000"}'))).toEqual({
      sub: '😀 \\u0000',
    });
  });

  it('accept escaped backslashes before "u0000", which are text', () => {
    expect(describeCaller(identity('{"sub":"\\\\u0000"}')).claims).toBe('{"sub":"\\\\u0000","role":"clerk"}');
  });
});

describe('the database role', () => {
  const roles = new Map([
    ['anonymous', 'web'],
    ['clerk', 'shop_clerk'],
  ]);
  const roleOf = (role: string, mapped: ReadonlyMap<string, string> = roles) =>
    callerSettings({ roles: mapped }, { defaults, role: 'db role' })({ role, claims: {} })['db role'];

  it('is that of the role of the request', () => {
    expect([roleOf('clerk'), roleOf('anonymous')]).toEqual(['shop_clerk', 'web']);
  });

  it('is that of authenticated for other roles of a token', () => {
    expect(roleOf('visitor', new Map([...roles, ['authenticated', 'web_user']]))).toBe('web_user');
  });

  it('is never missing', () => {
    expect(() => roleOf('visitor')).toThrow('The role "visitor" has no access to the database. Use another role.');
    expect(() => roleOf('anonymous', new Map([['authenticated', 'web_user']]))).toThrow('"anonymous"');
  });

  it('does not exist without a mapping, or on a database that cannot change it', () => {
    const caller = { role: 'clerk', claims: {} };
    expect(callerSettings({}, { defaults, role: 'db role' })(caller)).not.toHaveProperty('db role');
    expect(callerSettings({ roles }, { defaults })(caller)).not.toHaveProperty('db role');
  });
});
