import { describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../../../src/base/identity.ts';
import { parseJson } from '../../../../src/base/json.ts';
import { sessionContext } from '../../../../src/dialect/sqlserver/driver/session-context.ts';
import { refusalCode } from '../../refusal-code.ts';

const told = (claims: string, role = 'clerk') =>
  sessionContext({ role, claims: parseJson(claims) as Record<string, unknown> });

describe('what a session is told of who asks', () => {
  it('is each claim by its name, and the role', () => {
    expect(told('{ "sub": "me", "https://example.com/tenant": "a b\'c" }')).toEqual({
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
  ])('has the claim %s as %s', (written, text) => {
    expect(told(`{ "claim": ${written} }`)).toEqual({ claim: text, roles: 'clerk' });
  });

  it.each(['null', '[]', '[null]'])('leaves out a claim that is %s', (written) => {
    expect(told(`{ "claim": ${written} }`)).toEqual({ roles: 'clerk' });
  });

  it('has the role in the place of the roles that a token lists', () => {
    expect(told('{ "roles": ["clerk", "boss"] }')).toEqual({ original_roles: '["clerk","boss"]', roles: 'clerk' });
  });

  it('has the role last: where the case of keys does not count, no claim can take its place', () => {
    expect(Object.keys(told('{ "ROLES": "boss", "roles": ["clerk"] }'))).toEqual(['ROLES', 'original_roles', 'roles']);
  });

  it('has names that objects inherit', () => {
    expect(Object.entries(told('{ "__proto__": "a", "toString": "b" }'))).toEqual([
      ['__proto__', 'a'],
      ['toString', 'b'],
      ['roles', 'clerk'],
    ]);
  });

  it('is nothing where nobody is known', () => {
    expect(sessionContext(ANONYMOUS)).toEqual({});
    expect(told('{}', 'authenticated')).toEqual({ roles: 'authenticated' });
    expect(told('{ "sub": "me" }', 'anonymous')).toEqual({ sub: 'me', roles: 'anonymous' });
  });
});

describe('a claim that the database cannot be told', () => {
  const long = (length: number) => JSON.stringify({ [`k`.repeat(128)]: 'x'.repeat(length) });

  it('has a value of more than 4,000 letters', () => {
    expect(Object.values(told(long(4000)))).toEqual(['x'.repeat(4000), 'clerk']);
    expect(() => told(long(4001))).toThrow('has 4001 letters, and the database takes 4000: ask for a token');
    expect(refusalCode(() => told(JSON.stringify({ groups: Array(500).fill('a-group') })))).toBe('Forbidden');
  });

  it.each(['', 'k'.repeat(129), 'joinery.committing', 'Joinery.x'])('is called %j', (name) => {
    expect(() => told(JSON.stringify({ [name]: 'x' }))).toThrow('names with 1 to 128 letters');
  });
});
