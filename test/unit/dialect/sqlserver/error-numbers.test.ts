import { expect, it } from 'vitest';
import { classifyError } from '../../../../src/dialect/sqlserver/driver/errors.ts';
import { ServerError } from '../../../../src/dialect/sqlserver/driver/server-error.ts';

const codeOf = (number: number, message = 'In words of the server.') =>
  classifyError(new ServerError({ number, message, class: 17 })).apiError?.code;

it.each([106, 125, 191, 511, 701, 1056, 1540, 8003, 8623, 8632, 8657, 8658, 40549, 40550, 40551, 40552, 40553])(
  '%i is LimitExceeded, because a retry fails again',
  (number) => expect(codeOf(number)).toBe('LimitExceeded'),
);

it.each([802, 1204, 3958, 3966, 8628, 8645, 8651, 9002, 10928, 10929, 40544])(
  '%i is Unavailable, because a retry may succeed',
  (number) => expect(codeOf(number)).toBe('Unavailable'),
);

it.each([
  [3906, 'ApplicationError'],
  [3908, 'ApplicationError'],
  [978, 'Unavailable'],
] as const)('%i is %s and replaces the session, because it rejects changes', (number, code) => {
  const error = new ServerError({ number, message: 'In words of the server.', class: 14 });
  expect(classifyError(error)).toMatchObject({
    apiError: { code },
    rejectsChanges: true,
    isSessionLost: false,
    isRolledBack: false,
  });
});

it.each([1101, 1105])('%i depends on the database that is full', (number) => {
  expect(codeOf(number, "Could not allocate space in database 'tempdb' because …")).toBe('LimitExceeded');
  expect(codeOf(number, "Could not allocate space in database 'shop' because …")).toBe('Unavailable');
});
