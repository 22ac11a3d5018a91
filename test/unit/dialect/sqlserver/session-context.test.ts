import { describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../../../src/base/identity.ts';
import { parseJson } from '../../../../src/base/json.ts';
import { sessionSettingsOf } from '../../../../src/dialect/sqlserver/driver/session-context.ts';
import { apiErrorCode } from '../../api-error-code.ts';

const contextOf = (claims: string, role = 'clerk') =>
  sessionSettingsOf({ role, claims: parseJson(claims) as Record<string, unknown> });

describe('the session context', () => {
  it('contains each claim by name, and the role', () => {
    expect(contextOf('{ "sub": "me", "https://example.com/tenant": "a b\'c" }')).toEqual({
      sub: 'me',
      'https://example.com/tenant': "a b'c",
      roles: 'clerk',
    });
  });

  it.each([
    ['"a text \\" as it is"', 'a text " as it is'],
    ['"7"', '7'],
    ['7', '7'],
    ['12345678901234567890.50', '12345678901234567890.50'],
    ['true', 'true'],
    ['["one"]', 'one'],
    ['[7]', '7'],
    ['["a", "b"]', '["a","b"]'],
    ['[1, 2.50, true]', '[1,2.50,true]'],
    ['{ "a": [1] }', '{"a":[1]}'],
  ])('contains the claim %s as %s', (written, text) => {
    expect(contextOf(`{ "claim": ${written} }`)).toEqual({ claim: text, roles: 'clerk' });
  });

  it.each(['null', '[]', '[null]'])('omits a claim with the value %s', (written) => {
    expect(contextOf(`{ "claim": ${written} }`)).toEqual({ roles: 'clerk' });
  });

  it("replaces the token's roles by the active role", () => {
    expect(contextOf('{ "roles": ["clerk", "boss"] }')).toEqual({ original_roles: '["clerk","boss"]', roles: 'clerk' });
  });

  it('sets the role last, so that no claim overrides it in a case-insensitive lookup', () => {
    expect(Object.keys(contextOf('{ "ROLES": "boss", "roles": ["clerk"] }'))).toEqual([
      'ROLES',
      'original_roles',
      'roles',
    ]);
  });

  it('accepts claims named like Object members', () => {
    expect(Object.entries(contextOf('{ "__proto__": "a", "toString": "b" }'))).toEqual([
      ['__proto__', 'a'],
      ['toString', 'b'],
      ['roles', 'clerk'],
    ]);
  });

  it('is empty for an anonymous caller without claims', () => {
    expect(sessionSettingsOf(ANONYMOUS)).toEqual({});
    expect(contextOf('{}', 'authenticated')).toEqual({ roles: 'authenticated' });
    expect(contextOf('{ "sub": "me" }', 'anonymous')).toEqual({ sub: 'me', roles: 'anonymous' });
  });
});

describe('a claim that does not fit the session context', () => {
  const long = (length: number) => JSON.stringify({ [`k`.repeat(128)]: 'x'.repeat(length) });

  it('is rejected if its value exceeds 4,000 characters', () => {
    expect(Object.values(contextOf(long(4000)))).toEqual(['x'.repeat(4000), 'clerk']);
    expect(() => contextOf(long(4001))).toThrow(
      'exceeds the maximum of 4000 characters, found 4001. Request a smaller token',
    );
    expect(apiErrorCode(() => contextOf(JSON.stringify({ groups: Array(500).fill('a-group') })))).toBe('Forbidden');
  });

  it.each(['', 'k'.repeat(129), 'joinery.committing', 'Joinery.x'])('is rejected if its name is %j', (name) => {
    expect(() => contextOf(JSON.stringify({ [name]: 'x' }))).toThrow('names with 1 to 128 characters');
  });
});
