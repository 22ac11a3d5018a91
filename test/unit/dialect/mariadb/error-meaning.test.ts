import { expect, test } from 'vitest';
import { classifyError } from '../../../../src/dialect/mariadb/driver/open-mariadb.ts';

const meaningOf = (errno: number) => classifyError(Object.assign(new Error(), { errno, sqlState: 'HY000' }));

test('a deadlock rolls back the transaction, which can be retried', () => {
  expect(meaningOf(1213)).toMatchObject({ isRolledBack: true, isSessionLost: false });
});

test.each([
  ['a commit that failed', 1180],
  ['a session that was killed', 1927],
])('%s is not retried, because the outcome is unknown, and closes the session', (_what, errno) => {
  expect(meaningOf(errno)).toMatchObject({
    apiError: { code: 'Unavailable' },
    isRolledBack: false,
    isSessionLost: true,
  });
});

test.each([
  ['a lock timeout', 1205],
  ['a full disk', 1021],
])('%s: the statement has no effect, and the session stays open', (_what, errno) => {
  expect(meaningOf(errno)).toMatchObject({
    apiError: { code: 'Unavailable' },
    isRolledBack: false,
    isSessionLost: false,
  });
});
