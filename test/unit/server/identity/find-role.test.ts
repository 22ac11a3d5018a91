import { describe, expect, it } from 'vitest';
import { findOwnRole, findRole } from '../../../../src/server/identity/find-role.ts';

const roles = new Set(['anonymous', 'authenticated', 'Editor']);
const inAnyCase = { roles, roleInAnyCase: new Map([...roles].map((role) => [role.toLowerCase(), role])) };

describe('role lookup', () => {
  it('is case-sensitive by default, except for system roles', () => {
    expect(findRole('ANONYMOUS', { roles })).toBe('anonymous');
    expect(() => findRole('editor', { roles })).toThrow('Unknown role "editor". Did you mean "Editor"?');
    expect(findRole('editor', inAnyCase)).toBe('Editor');
    expect(() => findRole('edit', inAnyCase)).toThrow('Unknown role "edit"');
  });

  it("requires the token's spelling, and returns the configured one if case is ignored", () => {
    expect(findOwnRole('EDITOR', ['EDITOR'], { roles })).toBe('EDITOR');
    expect(findOwnRole('EDITOR', ['EDITOR'], inAnyCase)).toBe('Editor');
    expect(() => findOwnRole('Editor', ['EDITOR'], inAnyCase)).toThrow('do not have the role "Editor"');
    expect(findOwnRole('reader', ['reader'], inAnyCase)).toBe('reader');
  });
});
