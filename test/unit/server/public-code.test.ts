import { expect, it } from 'vitest';
import { publicCode } from '../../../src/server/http/public-code.ts';

it.each([
  ['BadRequest', { parameter: 'a', missing: true }, 'DatabaseInputError'],
  ['BadRequest', { parameter: 'a' }, 'BadRequest'],
  ['InvalidField', { parameter: 'a' }, 'BadRequest'],
  ['InvalidField', { field: 'a', key: ['id'] }, 'InvalidIdentifierField'],
  ['Forbidden', { policy: 'create' }, 'DatabasePolicyFailure'],
] as const)('%s with details %j maps to the Data API builder code %s', (code, details, shown) => {
  expect(publicCode(code, 'dab', 'default', details)).toBe(shown);
  expect(publicCode(code, 'joinery', 'default', details)).toBe(code);
});
