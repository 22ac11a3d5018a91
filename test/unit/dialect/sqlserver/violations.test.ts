import { expect, it } from 'vitest';
import { errorKindOf, violationDetails, violationOf } from '../../../../src/dialect/sqlserver/driver/errors.ts';
import { ServerError } from '../../../../src/dialect/sqlserver/driver/server-error.ts';

/**
 * SQL Server error numbers with the messages of another engine. `test/wire/errors.test.ts` tests the messages of SQL
 * Server.
 */
it.each([
  [2627, 'duplicate key value violates unique constraint "one"', undefined, { constraint: 'one' }],
  [
    515,
    'null value in column "a" of relation "t" violates not-null constraint',
    undefined,
    { table: 't', columns: ['a'] },
  ],
  [547, 'new row for relation "t" violates check constraint "c"', 'failedCheck', { table: 't', constraint: 'c' }],
  [547, 'insert or update on table "t" violates foreign key constraint "f"', 'missingReference', { constraint: 'f' }],
  [
    547,
    'update or delete on table "t" violates foreign key constraint "f" on table "u"',
    'stillReferenced',
    { table: 'u', constraint: 'f' },
  ],
])('%i: %s', (number, message, kind, details) => {
  const error = new ServerError({ number, message });
  expect([violationOf(error), violationDetails(error)]).toEqual([kind, details]);
});

it('NULL for an identity column is a missing value', () => {
  const message = 'DEFAULT or NULL are not allowed as explicit identity values.';
  expect(errorKindOf(new ServerError({ number: 339, message }))).toBe('missingValue');
});
