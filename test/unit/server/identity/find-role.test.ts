import { describe, expect, it } from 'vitest';
import { findRole, findTokenRole } from '../../../../src/server/identity/find-role.ts';

const roles = new Set(['anonymous', 'authenticated', 'Editor']);
const inAnyCase = { roles, roleByLowerCase: new Map([...roles].map((role) => [role.toLowerCase(), role])) };

describe('role lookup', () => {
  it('is case-sensitive by default, except for system roles', () => {
    expect(findRole('ANONYMOUS', { roles })).toBe('anonymous');
    expect(() => findRole('editor', { roles })).toThrow('Unknown role "editor". Did you mean "Editor"?');
    expect(findRole('editor', inAnyCase)).toBe('Editor');
    expect(() => findRole('edit', inAnyCase)).toThrow('Unknown role "edit"');
  });

  it("requires the token's spelling, and returns the configured one if case is ignored", () => {
    expect(findTokenRole('EDITOR', ['EDITOR'], { roles })).toBe('EDITOR');
    expect(findTokenRole('EDITOR', ['EDITOR'], inAnyCase)).toBe('Editor');
    expect(() => findTokenRole('Editor', ['EDITOR'], inAnyCase)).toThrow('do not have the role "Editor"');
    expect(findTokenRole('reader', ['reader'], inAnyCase)).toBe('reader');
  });
});
