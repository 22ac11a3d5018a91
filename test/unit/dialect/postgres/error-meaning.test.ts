import { DatabaseError } from 'pg-protocol';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/base/errors.ts';
import { SessionLost } from '../../../../src/dialect/driver/session-lost.ts';
import { classifyError } from '../../../../src/dialect/postgres/driver/errors.ts';

const said = (code: string, { severity = 'ERROR', message = '' } = {}): DatabaseError =>
  Object.assign(new DatabaseError(message, 0, 'error'), { code, severity });

/** Returns the error code and whether the session is lost or rolled back. */
const meaningOf = (error: unknown) => {
  const { apiError, isSessionLost, isRolledBack } = classifyError(error);
  return { code: apiError?.code, isSessionLost, isRolledBack };
};

const away = { code: 'Unavailable', isSessionLost: true, isRolledBack: false };
const stays = { isSessionLost: false, isRolledBack: false };

describe('errors of the server', () => {
  it.each(['25P02', '26000', '42P05'])('%s: the statement did not run, because the session state is wrong', (code) => {
    expect(meaningOf(said(code))).toEqual({ ...away, isSessionLost: false });
    expect(meaningOf(said(code, { severity: 'FEHLER' }))).toEqual({ ...away, isSessionLost: false });
  });

  it.each(['08000', '08003', '08006', '08P01', '57P01', '57P02', '57P03', '57P04', '57P05'])(
    '%s: the session is lost if the error is fatal',
    (code) => {
      expect(meaningOf(said(code, { severity: 'FATAL' }))).toEqual(away);
      expect(meaningOf(said(code))).toEqual({ ...away, isSessionLost: false });
    },
  );

  it.each(['query_wait_timeout', 'server login has been failing, try again later (server_login_retry)'])(
    'an error of a pooler without free sessions does not lose the session: %s',
    (message) => {
      const fatal = said('08P01', { severity: 'FATAL', message });
      for (const error of [fatal, SessionLost.from(fatal)]) {
        expect(meaningOf(error)).toEqual({ ...away, isSessionLost: false });
      }
    },
  );

  it('40003 means that the outcome is unknown', () => {
    expect(meaningOf(said('40003'))).toEqual(away);
  });

  it.each(['08P01', '28000', '28P01', '3D000', '53300', '57P01', '57P03', 'XX000', '42704', '22023'])(
    '%s while a session opens or ends means that it is lost',
    (code) => expect(meaningOf(SessionLost.from(said(code, { severity: 'FATAL' })))).toEqual(away),
  );

  it.each([
    ['57014', { ...stays, code: 'DatabaseTimeout' }],
    ['53100', { ...stays, code: 'Unavailable' }],
    ['53200', { ...stays, code: 'LimitExceeded' }],
    ['53400', { ...stays, code: 'LimitExceeded' }],
    ['54011', { ...stays, code: 'LimitExceeded' }],
    ['25006', { ...stays, code: 'ApplicationError' }],
    ['58P01', { ...stays, code: 'ApplicationError' }],
    ['40001', { code: 'Unavailable', isSessionLost: false, isRolledBack: true }],
    ['40P01', { code: 'Unavailable', isSessionLost: false, isRolledBack: true }],
    ['23505', { ...stays, code: 'Conflict' }],
    ['XX000', { ...stays, code: undefined }],
  ])('%s: the session stays open', (code, meaning) => expect(meaningOf(said(code))).toEqual(meaning));

  it.each(['ERROR', 'FEHLER'])('25006 with severity %s means that the session rejects changes', (severity) => {
    expect(classifyError(said('25006', { severity }))).toMatchObject({
      apiError: { code: 'ApplicationError', databaseError: { sqlState: '25006' } },
      isSessionLost: false,
      rejectsChanges: true,
    });
  });

  it("slonik's error for a moved row is a serialization failure", () => {
    const moved = new Error('Tuple moved to another partition due to concurrent update.', { cause: said('40001') });
    expect(meaningOf(moved)).toEqual({ code: 'Unavailable', isSessionLost: false, isRolledBack: true });
  });

  it.each(['28000', '28P01', '3D000'])('%s: the message names the login settings to check', (code) => {
    const { apiError } = classifyError(SessionLost.from(said(code, { severity: 'FATAL' })));
    expect(apiError?.message).toContain('Check the user, password, and database');
  });

  it.each([
    new Error('Received unexpected copyData message from backend.'),
    new DatabaseError('received invalid response: 4a', 74, 'error'),
  ])('an endpoint with the greeting of MySQL or MariaDB is reported: %s', (error) => {
    const { apiError } = classifyError(SessionLost.from(error));
    expect(apiError?.code).toBe('Unavailable');
    expect(apiError?.message).toContain('does not speak the PostgreSQL protocol');
  });

  it.each([
    ['26000', 'prepared statement "jk-1" does not exist'],
    ['42P05', 'prepared statement "jk-1" already exists'],
    ['08P01', 'unsupported startup parameter: options'],
    ['08P01', 'unsupported startup parameter in options: jit'],
  ])('%s "%s" from a pooler names the setting "prepared"', (code, message) => {
    expect(classifyError(said(code, { message })).apiError?.message).toContain('Set "prepared"');
    const opening = SessionLost.from(said(code, { severity: 'FATAL', message }));
    expect(classifyError(opening).apiError?.message).toContain('Set "prepared"');
  });
});

/**
 * Errors that libraries throw when a session cannot be opened or has ended. Pools and sessions wrap them in
 * `SessionLost`.
 */
describe('library errors after a lost session', () => {
  it.each([
    // pg
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
    'timeout expired',
    'The server does not support SSL connections',
    'There was an error establishing an SSL connection',
    'Received unexpected dataRow message from backend.',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    // pg-pool
    'Cannot use a pool after calling end on the pool',
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
    // slonik
    'Client is pending destroy.',
    'Client is destroyed.',
    'Client is pending release.',
    'Client is not acquired.',
    'Connection pool has ended.',
    'Connection pool is being terminated.',
    'Connection pool is being shut down. Cannot create a new connection.',
    'Backend has been terminated.',
    'Backend has been terminated unexpectedly.',
    'Cannot use released connection',
  ])('mean that the session is lost: %s', (message) =>
    expect(meaningOf(SessionLost.from(new Error(message)))).toEqual(away),
  );

  it.each(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENOENT'])(
    '%s is a network error, even as a nested cause',
    (code) => {
      const network = Object.assign(new Error(code), { code });
      expect(meaningOf(SessionLost.from(network))).toEqual(away);
      expect(meaningOf(SessionLost.from(new Error('slonik: ConnectionError', { cause: network })))).toEqual(away);
    },
  );
});

it('an internal error keeps no code', () => {
  expect(meaningOf(new TypeError('x is not a function'))).toEqual({ ...stays, code: undefined });
});

it('an API error is unchanged', () => {
  const apiError = new ApiError('LimitExceeded', 'too large', { cause: new SessionLost('too large') });
  expect(classifyError(apiError)).toMatchObject({ apiError, isSessionLost: true });
});
