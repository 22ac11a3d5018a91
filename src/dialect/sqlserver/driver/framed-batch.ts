import type { Unit } from '../../../store/driver.ts';
import type { Parameters } from './commands.ts';

/** A unit as it is sent. */
export interface Framed {
  readonly text: string;
  readonly parameters: Parameters;
}

/** A name in the context of the session: it tells which batch came to its commit last. */
const COMMITTING = 'joinery.committing';

/** Every error takes the transaction back, and is told as it is. */
const CAUGHT = 'end try begin catch if @@trancount > 0 rollback transaction; throw; end catch';

/** Whatever stands before the statement is on its first line: errors tell lines, by which steps are found. */
const before = (statements: readonly string[]): string => statements.map((one) => `${one}; `).join('');

const set = (key: string, value: string): string =>
  `exec sp_set_session_context @key = ${key}, @value = ${value}, @read_only = 0`;

/**
 * A unit with its settings: names and values in the context of the session, of which predicates of the server's row-level security and defaults of columns
 * make use. They are parameters, so that the plan is one for all callers, and gone behind it.
 *
 * A unit that owns its transaction has one more around it: where it is stopped, it is known whether it may have been committed. It stands within TRY, as
 * RAISERROR of a trigger would be told otherwise, and end nothing: https://learn.microsoft.com/sql/t-sql/statements/set-xact-abort-transact-sql
 * @param id of a unit that owns its transaction, unlike all others of the session
 */
export function framed({ settings, statement, values }: Unit, id: string): Framed {
  const names = Object.keys(settings);
  const keys = names.map((_, index) => `@key${index}`);
  const isOwner = statement.ownsTransaction === true;
  const parts = [
    before(keys.map((key, index) => set(key, `@value${index}`))),
    isOwner ? before(['set xact_abort on', 'begin try begin transaction']) : '',
    statement.text,
    ...(isOwner ? [`\n${set(`N'${COMMITTING}'`, '@unit')}; commit transaction; ${CAUGHT}`] : []),
    ...(names.length > 0 ? [`\n${cleared(keys)}`] : []),
  ];
  return {
    text: parts.join(''),
    parameters: {
      ...Object.fromEntries(values.map((value, index) => [`p${index}`, value])),
      ...Object.fromEntries(
        names.flatMap((name, index) => [
          [`key${index}`, name],
          [`value${index}`, settings[name]],
        ]),
      ),
      ...(isOwner && { unit: id }),
    },
  };
}

const cleared = (keys: readonly string[]): string => keys.map((key) => set(key, 'null')).join('; ');

/** Clears the settings of a unit that failed before it could. */
export function clearing(settings: Unit['settings']): Framed {
  const names = Object.keys(settings);
  return {
    text: cleared(names.map((_, index) => `@key${index}`)),
    parameters: Object.fromEntries(names.map((name, index) => [`key${index}`, name])),
  };
}

/** `set identity_insert [dbo].[orders] on` */
const NUMBERS = /set identity_insert (?:\[(?:[^\]]|\]\])*\]\.?)+ (?=on)/g;

/**
 * Takes back what a text has left open, and gives the id of the batch that came to its commit last. SQL Server ends with a text the right to give numbers that
 * it has set on; other engines keep it, and give it to one table of a session alone.
 */
export function takingBack(text: string): string {
  const off = [...new Set(text.match(NUMBERS))].map((set) => `${set}off; `);
  return `if @@trancount > 0 rollback transaction; ${off.join('')}select cast(session_context(N'${COMMITTING}') as nvarchar(40))`;
}
