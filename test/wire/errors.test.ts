import { describe, expect, it } from 'vitest';
import { boundStatement, change, meaningOf, openDriver, owner, read } from './open-driver.ts';
import type { Failure } from './playback/tokens.ts';

/** Expected code of the refusal, and the kind and metadata of a violation. */
interface Row extends Failure {
  readonly code: string;
  readonly kind?: string;
  readonly violated?: Readonly<Record<string, unknown>>;
}

/** Original SQL Server messages, with client values that look like other messages. */
const violations: readonly Row[] = [
  {
    number: 2627,
    message:
      "Violation of UNIQUE KEY constraint 'customers_email_key'. Cannot insert duplicate key in object 'sales.customers'. The duplicate key value is (constraint 'x' in object 'y').",
    code: 'Conflict',
    kind: 'notUnique',
    violated: { constraint: 'customers_email_key', schema: 'sales', table: 'customers' },
  },
  {
    number: 2601,
    message:
      "Cannot insert duplicate key row in object 'dbo.customers' with unique index 'one name'. The duplicate key value is (with unique index 'x').",
    code: 'Conflict',
    kind: 'notUnique',
    violated: { constraint: 'one name', schema: 'dbo', table: 'customers' },
  },
  {
    number: 547,
    message:
      'The INSERT statement conflicted with the FOREIGN KEY constraint "orders_customer". The conflict occurred in database "shop", table "dbo.customers", column \'id\'.',
    code: 'ConstraintViolated',
    kind: 'missingReference',
    violated: { constraint: 'orders_customer' },
  },
  {
    number: 547,
    message:
      'The MERGE statement conflicted with the FOREIGN KEY SAME TABLE constraint "boss". The conflict occurred in database "shop", table "dbo.people".',
    code: 'ConstraintViolated',
    kind: 'missingReference',
    violated: { constraint: 'boss' },
  },
  {
    number: 547,
    message:
      'The DELETE statement conflicted with the REFERENCE constraint "orders_customer". The conflict occurred in database "shop", table "dbo.orders", column \'customer_id\'.',
    code: 'ConstraintViolated',
    kind: 'stillReferenced',
    violated: { constraint: 'orders_customer', schema: 'dbo', table: 'orders' },
  },
  {
    number: 547,
    message:
      'The UPDATE statement conflicted with the CHECK constraint "positive". The conflict occurred in database "shop", table "dbo.products", column \'price\'.',
    code: 'ConstraintViolated',
    kind: 'failedCheck',
    violated: { constraint: 'positive', schema: 'dbo', table: 'products', columns: ['price'] },
  },
  {
    number: 515,
    message:
      "Cannot insert the value NULL into column 'name', table 'shop.dbo.customers'; column does not allow nulls. INSERT fails.",
    code: 'ConstraintViolated',
    kind: 'missingValue',
    violated: { schema: 'dbo', table: 'customers', columns: ['name'] },
  },
  {
    number: 2628,
    message:
      "String or binary data would be truncated in table 'shop.dbo.customers', column 'name'. Truncated value: 'column 'x'.'.",
    code: 'ConstraintViolated',
    kind: 'tooLong',
    violated: { schema: 'dbo', table: 'customers', columns: ['name'] },
  },
  {
    number: 8152,
    message: 'String or binary data would be truncated.',
    code: 'ConstraintViolated',
    kind: 'tooLong',
    violated: {},
  },
  {
    number: 8115,
    message: 'Arithmetic overflow error converting expression to data type int.',
    code: 'ConstraintViolated',
    kind: 'outOfRange',
  },
  {
    number: 220,
    message: 'Arithmetic overflow error for data type tinyint, value = 300.',
    code: 'ConstraintViolated',
    kind: 'outOfRange',
  },
  {
    number: 544,
    message: "Cannot insert explicit value for identity column in table 'orders' when IDENTITY_INSERT is set to OFF.",
    code: 'ConstraintViolated',
    kind: 'generatedValue',
    violated: { table: 'orders' },
  },
  {
    number: 271,
    message:
      'The column "total" cannot be modified because it is either a computed column or is the result of a UNION operator.',
    code: 'ConstraintViolated',
    kind: 'generatedValue',
    violated: { columns: ['total'] },
  },
  {
    number: 273,
    message: 'Cannot insert an explicit value into a timestamp column. Use INSERT with a column list.',
    code: 'ConstraintViolated',
    kind: 'generatedValue',
  },
  {
    number: 550,
    message: 'The attempted insert or update failed because the target view either specifies WITH CHECK OPTION …',
    code: 'ConstraintViolated',
    kind: 'outsideView',
  },
  {
    number: 245,
    message: "Conversion failed when converting the nvarchar value 'x' to data type int.",
    code: 'BadRequest',
    kind: 'malformed',
  },
  { number: 8114, message: 'Error converting data type nvarchar to numeric.', code: 'BadRequest', kind: 'malformed' },
  {
    number: 241,
    message: 'Conversion failed when converting date and/or time from character string.',
    code: 'BadRequest',
    kind: 'malformed',
  },
  {
    number: 242,
    message: 'The conversion of a varchar data type to a datetime data type resulted in an out-of-range value.',
    code: 'BadRequest',
    kind: 'malformed',
  },
  {
    number: 295,
    message: 'Conversion failed when converting character string to smalldatetime data type.',
    code: 'BadRequest',
    kind: 'malformed',
  },
  {
    number: 8169,
    message: 'Conversion failed when converting from a character string to uniqueidentifier.',
    code: 'BadRequest',
    kind: 'malformed',
  },
  { number: 8134, message: 'Divide by zero error encountered.', code: 'BadRequest', kind: 'dividedByZero' },
];

/** Errors other than violations. The code `undefined` is an internal error. */
interface Other extends Failure {
  readonly code: string | undefined;
  readonly lost?: true;
  /** True if the session is closed, though it is not lost. */
  readonly replaced?: true;
  readonly back?: true;
}

const others: readonly Other[] = [
  {
    number: 245,
    message:
      "Conversion failed when converting the nvarchar value 'the row that the cursor names is gone' to data type int.",
    code: 'BadRequest',
  },
  {
    number: 512,
    message: 'Subquery returned more than 1 value. This is not permitted …',
    code: 'ApplicationError',
  },
  {
    number: 1205,
    message: 'Transaction (Process ID 52) was deadlocked on lock resources with another process …',
    severity: 13,
    code: 'Unavailable',
    back: true,
  },
  {
    number: 3960,
    message: 'Snapshot isolation transaction aborted due to update conflict.',
    code: 'Unavailable',
    back: true,
  },
  { number: 1222, message: 'Lock request time out period exceeded.', code: 'DatabaseTimeout' },
  {
    number: 229,
    message: "The SELECT permission was denied on the object 'customers', database 'shop', schema 'dbo'.",
    severity: 14,
    code: 'Forbidden',
  },
  {
    number: 230,
    message: "The SELECT permission was denied on the column 'name' of the object 'customers' …",
    severity: 14,
    code: 'Forbidden',
  },
  { number: 208, message: "Invalid object name 'dbo.nowhere'.", code: 'Unavailable' },
  { number: 207, message: "Invalid column name 'nothing'.", code: 'Unavailable' },
  {
    number: 334,
    message: "The target table 'orders' of the DML statement cannot have any enabled triggers …",
    code: 'Unavailable',
  },
  {
    number: 468,
    message: 'Cannot resolve the collation conflict between "Latin1_General_CI_AS" and "Latin1_General_BIN2" …',
    code: 'Unavailable',
  },
  { number: 102, message: "Incorrect syntax near 'limit'.", severity: 15, code: undefined },
  { number: 156, message: "Incorrect syntax near the keyword 'from'.", severity: 15, code: undefined },
  { number: 8003, message: 'The incoming request has too many parameters.', code: 'LimitExceeded' },
  {
    number: 3906,
    message: 'Failed to update database "shop" because the database is read-only.',
    code: 'ApplicationError',
    replaced: true,
  },
  { number: 1105, message: "Could not allocate space for object 'dbo.orders' …", severity: 17, code: 'Unavailable' },
  { number: 9002, message: "The transaction log for database 'shop' is full.", severity: 17, code: 'Unavailable' },
  { number: 40544, message: 'The database has reached its size quota.', severity: 17, code: 'Unavailable' },
  { number: 10928, message: 'Resource ID: 1. The request limit for the database is 100 …', code: 'Unavailable' },
  { number: 10929, message: 'Resource ID: 1. The request minimum guarantee is 0 …', code: 'Unavailable' },
  { number: 40501, message: 'The service is currently busy.', severity: 20, code: 'Unavailable', lost: true },
  {
    number: 40197,
    message: 'The service has encountered an error processing your request.',
    code: 'Unavailable',
    lost: true,
  },
  {
    number: 40613,
    message: "Database 'shop' on server 'x' is not currently available.",
    code: 'Unavailable',
    lost: true,
  },
  { number: 49918, message: 'Cannot process request. Not enough resources to process request.', code: 'Unavailable' },
  { number: 49919, message: 'Cannot process create or update request.', code: 'Unavailable' },
  { number: 49920, message: 'Cannot process request. Too many operations in progress.', code: 'Unavailable' },
  {
    number: 17809,
    message: 'Could not connect because the maximum number of connections has been reached.',
    severity: 20,
    code: 'Unavailable',
    lost: true,
  },
  { number: 10054, message: 'A transport-level error has occurred.', severity: 20, code: 'Unavailable', lost: true },
  {
    number: 233,
    message: 'No process is on the other end of the pipe.',
    severity: 20,
    code: 'Unavailable',
    lost: true,
  },
  {
    number: 64,
    message: 'The specified network name is no longer available.',
    severity: 20,
    code: 'Unavailable',
    lost: true,
  },
  { number: 20, message: 'The instance does not support encryption.', severity: 20, code: 'Unavailable', lost: true },
  {
    number: 121,
    message: 'The semaphore timeout period has expired.',
    severity: 20,
    code: 'Unavailable',
    lost: true,
  },
  {
    number: 596,
    message: 'Cannot continue the execution because the session is in the kill state.',
    severity: 21,
    code: 'Unavailable',
    lost: true,
  },
  {
    number: 3980,
    message: 'The request failed to run because the batch is aborted …',
    code: 'Unavailable',
    lost: true,
  },
  {
    number: 3998,
    message: 'Uncommittable transaction is detected at the end of the batch.',
    code: 'ApplicationError',
  },
  {
    number: 266,
    message: 'Transaction count after EXECUTE indicates a mismatching number of BEGIN and COMMIT statements.',
    code: 'ApplicationError',
  },
  { number: 33557097, message: 'permission denied for table customers', code: 'Forbidden' },
  { number: 33557097, message: 'relation "dbo.nowhere" does not exist', code: 'Unavailable' },
  { number: 33557097, message: 'canceling statement due to lock timeout', code: 'DatabaseTimeout' },
  { number: 33557097, message: 'something that nobody knows', code: undefined },
];

const failing = (failures: readonly Failure[]) =>
  openDriver({ reply: ({ kind, text }) => (kind === 'call' && text.includes('fails') ? { failures } : undefined) });

describe('a SQL Server error', () => {
  it.each(violations)('$number is a violation: $message', async ({ code, kind, violated, ...failure }) => {
    const { driver } = await failing([failure]);
    const { apiError, isSessionLost, isRolledBack } = await meaningOf(driver, change(driver, owner('fails')));
    expect(apiError).toMatchObject({ code, kind, ...(violated && { violated }) });
    if (violated !== undefined) expect(apiError).toHaveProperty('violated', violated);
    expect([isSessionLost, isRolledBack]).toEqual([false, false]);
  });

  it.each(others)(
    '$number means $code: $message',
    async ({ code, lost = false, replaced = lost, back = false, ...failure }) => {
      const { driver, server } = await failing([failure]);
      const { apiError, isSessionLost, isRolledBack } = await meaningOf(driver, change(driver, owner('fails')));
      expect(apiError?.code).toBe(code);
      expect({ isSessionLost, isRolledBack }).toEqual({ isSessionLost: lost, isRolledBack: back });
      const before = server.logins;
      await change(driver, boundStatement('next'));
      expect(server.logins).toBe(before + Number(replaced));
    },
  );

  it('for a cursor whose row was deleted is reported as such', async () => {
    const { driver } = await failing([
      {
        number: 245,
        message:
          "Conversion failed when converting the nvarchar value 'the row that the cursor names is gone' to data type int.",
      },
    ]);
    const { apiError } = await meaningOf(driver, read(driver, boundStatement('fails')));
    expect(apiError?.message).toMatch(/^The row of the cursor no longer exists/);
  });

  it('thrown by a procedure or a trigger is returned with its message', async () => {
    const { driver } = await failing([
      { number: 51_234, message: 'Out of stock.', state: 3, procedure: 'dbo.restock', line: 7 },
    ]);
    const { apiError, error } = await meaningOf(driver, change(driver, owner('fails')));
    expect(apiError).toMatchObject({
      code: 'ApplicationError',
      message: 'Out of stock.',
      details: { number: 51_234, state: 3 },
    });
    expect(error).toMatchObject({ number: 51_234, lineNumber: 7, procName: 'dbo.restock' });
  });

  it('within a procedure is ApplicationError if no value caused it', async () => {
    const { driver } = await failing([
      { number: 208, message: "Invalid object name 'gone'.", procedure: 'restock', line: 4 },
    ]);
    const { apiError } = await meaningOf(driver, change(driver, owner('fails')));
    expect(apiError).toMatchObject({
      code: 'ApplicationError',
      databaseError: { sqlState: '208', message: "Invalid object name 'gone'.", context: 'restock, line 4' },
    });
  });

  it.each([
    { number: 245, message: "Conversion failed when converting the varchar value 'x' to data type int." },
    { number: 8115, message: 'Arithmetic overflow error converting expression to data type smallint.' },
    { number: 2628, message: "String or binary data would be truncated in table 'shop.dbo.log', column 'code'." },
    { number: 8134, message: 'Divide by zero error encountered.' },
  ])('about a value within a trigger is ApplicationError: $number', async (error) => {
    const { driver } = await failing([{ ...error, procedure: 'guard', line: 3 }]);
    const { apiError } = await meaningOf(driver, change(driver, owner('fails')));
    expect(apiError).toMatchObject({ code: 'ApplicationError', databaseError: { context: 'guard, line 3' } });
  });

  it('about an argument of a procedure is BadRequest', async () => {
    const message = 'Error converting data type nvarchar to int.';
    const { driver } = await failing([{ number: 8114, message, procedure: 'restock', line: 0 }]);
    const { apiError } = await meaningOf(driver, change(driver, owner('fails')));
    expect(apiError).toMatchObject({ code: 'BadRequest', kind: 'malformed' });
  });

  it('is classified by the first error, not by the aborted transaction', async () => {
    const { driver } = await failing([
      {
        number: 2627,
        message: "Violation of PRIMARY KEY constraint 'pk'. Cannot insert duplicate key in object 'dbo.log'.",
        procedure: 'audit',
      },
      { number: 3609, message: 'The transaction ended in the trigger. The batch has been aborted.' },
    ]);
    const { apiError } = await meaningOf(driver, change(driver, owner('fails')));
    expect(apiError).toMatchObject({
      kind: 'notUnique',
      violated: { constraint: 'pk', table: 'log', inDatabaseCode: true },
    });
  });
});
