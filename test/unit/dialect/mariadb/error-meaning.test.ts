import { expect, test } from 'vitest';
import { errorMeaning } from '../../../../src/dialect/mariadb/driver/open-mariadb.ts';

const meaningOf = (errno: number) => errorMeaning(Object.assign(new Error(), { errno, sqlState: 'HY000' }));

test('of two that wait for each other, one is taken back and can be run again', () => {
  expect(meaningOf(1213)).toMatchObject({ isRolledBack: true, isSessionLost: false });
});

test.each([
  ['a commit that failed', 1180],
  ['a session that was killed', 1927],
])('%s is not run again, as it is not certain that nothing was done; its session is closed', (_what, errno) => {
  expect(meaningOf(errno)).toMatchObject({
    refusal: { code: 'Unavailable' },
    isRolledBack: false,
    isSessionLost: true,
  });
});

test.each([
  ['who waited too long for a lock', 1205],
  ['a full disk', 1021],
])('%s: the statement was not done, and its session goes on', (_what, errno) => {
  expect(meaningOf(errno)).toMatchObject({
    refusal: { code: 'Unavailable' },
    isRolledBack: false,
    isSessionLost: false,
  });
});
