import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../src/base/errors.ts';
import { classifyError } from '../../../src/dialect/sqlserver/driver/errors.ts';
import { ServerError } from '../../../src/dialect/sqlserver/driver/server-error.ts';
import { attributeToExpression } from '../../../src/execute/errors/attribute-error.ts';
import type { Entity, Model } from '../../../src/model/model.ts';
import { plainType } from '../../../src/model/plain-type.ts';
import type { Slot } from '../../../src/plan/shape/slot.ts';

const sources = { View: { name: 'shares', evaluates: true }, Table: { name: 'owners' } };
const model = {
  byName: new Map(Object.entries(sources).map(([name, source]) => [name, { name, source } as unknown as Entity])),
} as unknown as Model;

/** Returns the error code of a SQL Server error in a read of these entities. */
function codeOf(number: number, message: string, entities: readonly string[], slots: readonly Slot[] = []): string {
  const cause = new ServerError({ message, number, class: 16 });
  const error = classifyError(cause).apiError ?? cause;
  const values = slots.map(() => '1');
  return (attributeToExpression(error, { entities, slots, values, isRead: true }, model) as ApiError).code;
}

const value = (type: Slot['use'] & { kind: 'value' }): Slot =>
  ({ source: { kind: 'constant', value: '1' }, use: type }) as Slot;

describe('a SQL Server error in a read', () => {
  it.each([
    ['a division by zero', 8134, 'Divide by zero error encountered.'],
    ['a conversion', 245, "Conversion failed when converting the varchar value 'one' to data type int."],
    ['an overflow', 8115, 'Arithmetic overflow error converting expression to data type smallint.'],
    ['several rows of a subquery', 512, 'Subquery returned more than 1 value.'],
    ['an invalid number', 4147, 'The query uses non-ANSI outer join operators.'],
    ['a missing privilege of the owner', 229, "The SELECT permission was denied on the object 'owners', database 'x'."],
  ])('is ApplicationError for a view: %s', (_what, number, message) => {
    expect(codeOf(number, message, ['View'])).toBe('ApplicationError');
    expect(codeOf(number, message, ['Table', 'View'], [value({ kind: 'value', type: plainType('Int') })])).toBe(
      'ApplicationError',
    );
  });

  it('is BadRequest if the value has a type that only the database parses', () => {
    const type = { ...plainType('String'), asText: true };
    expect(codeOf(6522, 'A .NET Framework error occurred.', ['View'], [value({ kind: 'value', type })])).toBe(
      'BadRequest',
    );
  });

  it('is Forbidden if the login cannot read the view itself', () => {
    expect(codeOf(229, "The SELECT permission was denied on the object 'shares', database 'x'.", ['View'])).toBe(
      'Forbidden',
    );
  });

  it('keeps its code for a table', () => {
    expect(codeOf(8134, 'Divide by zero error encountered.', ['Table'])).toBe('BadRequest');
  });
});
