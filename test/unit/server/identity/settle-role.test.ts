import { describe, expect, it } from 'vitest';
import { settleOwnRole, settleRole } from '../../../../src/server/identity/settle-role.ts';

const roles = new Set(['anonymous', 'authenticated', 'Editor']);
const inAnyCase = { roles, roleInAnyCase: new Map([...roles].map((role) => [role.toLowerCase(), role])) };

describe('roles of the configuration', () => {
  it('are told by their case, unless that is not to count', () => {
    expect(settleRole('ANONYMOUS', { roles })).toBe('anonymous');
    expect(() => settleRole('editor', { roles })).toThrow('no role "editor". Did you mean "Editor"?');
    expect(settleRole('editor', inAnyCase)).toBe('Editor');
    expect(() => settleRole('edit', inAnyCase)).toThrow('no role "edit"');
  });

  it('are had as the token writes them', () => {
    expect(settleOwnRole('EDITOR', ['EDITOR'], { roles })).toBe('EDITOR');
    expect(settleOwnRole('EDITOR', ['EDITOR'], inAnyCase)).toBe('Editor');
    expect(() => settleOwnRole('Editor', ['EDITOR'], inAnyCase)).toThrow('do not have the role "Editor"');
    expect(settleOwnRole('reader', ['reader'], inAnyCase)).toBe('reader');
  });
});
