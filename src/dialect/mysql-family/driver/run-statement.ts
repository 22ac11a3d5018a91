import type { QueryError } from 'mysql2';
import mysql from 'mysql2/promise';
import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { BoundStatement, CallMode } from '../../../store/driver.ts';
import { MayHaveCommitted } from '../../../store/may-have-committed.ts';
import { apiErrorFor } from '../../driver/database-error.ts';
import { type Encoded, finite, parameterKind } from './codec.ts';
import type { CommandResult, Commands } from './commands.ts';
import type { SessionVariant } from './connect-options.ts';
import { withoutExponent } from './encode-decimal.ts';
import type { PreparedStatements, QueryCallback } from './prepared-statements.ts';

interface SendContext {
  readonly commands: Commands;
  readonly prepared: PreparedStatements | undefined;
  /** The server ends the session at a request of this many bytes. */
  readonly maxPacket: number;
}

/**
 * Runs a statement, prepared if it is kept, otherwise with literals. Rows are arrays, since objects would repeat the
 * column names.
 * @throws ApiError if the request exceeds a packet
 */
export function runStatement(
  { statement, values }: Pick<BoundStatement, 'statement' | 'values'>,
  { commands, prepared, maxPacket }: SendContext,
): Promise<CommandResult> {
  const { text, name, slots, isUnprepared } = statement;
  const encoded = values as readonly Encoded[];
  const isKept =
    isUnprepared !== true &&
    name !== undefined &&
    encoded.every((value, index) => suitsPrepared(value, slots[index])) &&
    prepared?.isKept(name, text) === true;
  const textToSend = (): string => {
    const sql = literalText(statement, encoded);
    checkPacket([sql], maxPacket);
    return sql;
  };
  const sendText = (sql: string, done: QueryCallback): void =>
    void commands.connection.query({ sql, rowsAsArray: true }, done);
  if (!isKept) {
    const sql = textToSend();
    return commands.track((done) => sendText(sql, done));
  }
  checkPacket([text], maxPacket);
  checkPacket(encoded, maxPacket);
  const typed = encoded.map((value, index) => asTyped(value, slots[index]));
  return commands.track((done) =>
    prepared.execute(name, text, typed, done, () => {
      try {
        sendText(textToSend(), done);
      } catch (error) {
        // An error thrown here would reach no caller.
        done(error as QueryError);
      }
    }),
  );
}

interface TransactionSession {
  readonly commands: Commands;
  readonly classify: SessionVariant['classify'];
  /** True if no request has run on it since it was opened or reset. */
  readonly isFresh: boolean;
  readonly isLost: () => boolean;
}

interface TransactionStatements {
  readonly begin: readonly string[];
  readonly commit: readonly string[];
  readonly rollback: readonly string[];
}

const SAVEPOINT = 'joinery_call';

/** Keeps statements after a COMMIT of the procedure in a transaction. */
const NO_AUTOCOMMIT = 'set session autocommit = 0';

/**
 * Returns the statements that begin and end a transaction.
 * - `shared`: XA, in which the server rejects a procedure that ends the transaction of other steps. MySQL then also
 *   rejects temporary tables.
 * - `alone`: the savepoint is gone once the procedure has ended the transaction.
 * - `reading`: rolled back, since READ ONLY would reject CREATE TEMPORARY TABLE.
 * @param threadId of the session, which can have one XA transaction at a time
 */
function statementsFor(calls: CallMode | undefined, threadId: number): TransactionStatements {
  switch (calls) {
    case undefined:
      return { begin: ['start transaction'], commit: ['commit'], rollback: ['rollback'] };
    case 'sole':
      return { begin: [NO_AUTOCOMMIT, `savepoint ${SAVEPOINT}`], commit: ['commit'], rollback: ['rollback'] };
    case 'readOnly':
      return { begin: [NO_AUTOCOMMIT], commit: ['rollback'], rollback: ['rollback'] };
    case 'shared': {
      const id = `'joinery ${threadId}'`;
      return {
        begin: [`xa start ${id}`],
        commit: [`xa end ${id}`, `xa commit ${id} one phase`],
        rollback: [`xa end ${id}`, `xa rollback ${id}`],
      };
    }
  }
}

/**
 * Runs work in a transaction.
 * @throws errors of the work and of the commit, wrapped in MayHaveCommitted if something may have been committed
 */
export async function runTransaction<T>(
  work: () => Promise<T>,
  calls: CallMode | undefined,
  session: TransactionSession,
): Promise<T> {
  const { commands, isFresh } = session;
  const { begin, commit, rollback } = statementsFor(calls, commands.threadId);
  const ends = calls === 'sole' ? await (isFresh ? 0 : countTransactionEnds(session)) : undefined;
  await commands.say(...begin);
  try {
    const result = await work();
    await commands.say(...commit);
    return result;
  } catch (error) {
    const isKept = ends === undefined || (await isUncommitted(error, ends, session));
    // The server rolls back the transaction of a lost session.
    for (const text of rollback) await commands.say(text).catch(() => undefined);
    throw isKept ? error : new MayHaveCommitted(error);
  }
}

/** Returns whether nothing was committed. @param ends count at the beginning of the transaction */
async function isUncommitted(error: unknown, ends: number, session: TransactionSession): Promise<boolean> {
  if (session.isLost()) return false;
  const keepsSavepoint = await session.commands.say(`rollback to savepoint ${SAVEPOINT}`).then(
    () => true,
    () => false,
  );
  // A deadlock rolls back the whole transaction, savepoints included.
  if (keepsSavepoint || !session.classify(error).isRolledBack) return keepsSavepoint;
  return (await countTransactionEnds(session).catch(() => undefined)) === ends;
}

/** Returns how many statements of the session may have ended a transaction so far. A reset sets the count to 0. */
async function countTransactionEnds({ commands }: TransactionSession): Promise<number> {
  const counters = await commands.ask(String.raw`show session status like 'Com\_%'`);
  return counters
    .filter(({ Variable_name }) => !NON_TERMINATING.test(String(Variable_name)))
    .reduce((sum, { Value }) => sum + Number(Value), 0);
}

/** Counters of statements that never end a transaction. On MySQL, CREATE TABLE also counts temporary tables. */
const NON_TERMINATING =
  /^Com_(?:select|(?:insert|replace)(?:_select)?|(?:update|delete)(?:_multi)?|(?:create|drop)_temporary_table|call_procedure|(?:rollback_to_|release_)?savepoint|set_option|change_db|do|(?:prepare|execute|dealloc)_sql|stmt_.+|signal|resignal|get_diagnostics|show_.+)$/;

type Slots = readonly (Slot | undefined)[];

const QUOTED_OR_PLACEHOLDER = /'(?:[^'\\]|\\.|'')*'|`[^`]*`|\?/gs;

const known = new WeakMap<Slots, { readonly text: string; readonly between: readonly string[] }>();

export function literalText(
  { text, slots }: { readonly text: string; readonly slots: Slots },
  values: readonly Encoded[],
): string {
  const between = betweenOf(text, slots);
  invariant(between.length === values.length + 1, 'each value has a placeholder');
  const [first = '', ...rest] = between;
  return rest.reduce((written, piece, index) => written + literal(values[index] ?? null, slots[index]) + piece, first);
}

function betweenOf(text: string, slots: Slots): readonly string[] {
  const found = known.get(slots);
  if (found?.text === text) return found.between;
  const between = split(text);
  known.set(slots, { text, between });
  return between;
}

function split(text: string): readonly string[] {
  const places = [...text.matchAll(QUOTED_OR_PLACEHOLDER)].flatMap(({ 0: found, index }) =>
    found === '?' ? [index] : [],
  );
  return [-1, ...places].map((place, index) => text.slice(place + 1, places[index]));
}

/**
 * Returns a SQL literal that is safe under any `sql_mode` and character set: bytes, and text beyond plain ASCII, are
 * hexadecimal.
 */
export function literal(value: Encoded, slot: Slot | undefined): string {
  if (value === null) return 'NULL';
  if (Buffer.isBuffer(value)) return `x'${value.toString('hex')}'`;
  const kind = slot === undefined ? 'other' : parameterKind(slot);
  if (typeof value === 'string' && kind === 'other') return textLiteral(value);
  return kind === 'decimal' && typeof value === 'string'
    ? numberLiteral(withoutExponent(value))
    : numberLiteral(String(finite(value)));
}

const textLiteral = (text: string): string =>
  PLAIN.test(text) ? `'${text}'` : `_utf8mb4 x'${Buffer.from(text).toString('hex')}'`;

/** ASCII from space to tilde, without quote and backslash. */
const PLAIN = /^[ -&(-[\]-~]*$/;

/** @throws Error if the text is not a number, since it would be executed as SQL */
function numberLiteral(text: string): string {
  invariant(/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text), 'what is sent as a number is one');
  return text;
}

// The getter loads its module on each access.
const { TypedParameter } = mysql;

/**
 * Returns whether a prepared statement can take the value. Infinity is not a decimal. Once a parameter had another
 * type, MySQL never compares it as a decimal again. MariaDB 10.11 tests a list for NULL only at the first execution,
 * with a different result for an empty list.
 */
function suitsPrepared(value: Encoded, slot: Slot | undefined): boolean {
  if (slot?.use.kind === 'values') return value !== '[]';
  return typeof value !== 'number' || Number.isFinite(value) || slot === undefined || parameterKind(slot) !== 'decimal';
}

function asTyped(value: Encoded, slot: Slot | undefined) {
  const text = String(value);
  switch (slot === undefined || value === null ? 'other' : parameterKind(slot)) {
    case 'integer':
      return TypedParameter.LONGLONG(text);
    case 'decimal':
      return TypedParameter.NEWDECIMAL(text);
    default:
      return value;
  }
}

/** Maximum bytes of a request besides text and values: command, statement number, flags, and counts. */
const HEAD = 32;

/** Maximum bytes of a value besides its content: type, empty name, length, and NULL bit. */
const BESIDE = 14;

/**
 * Rejects a request that exceeds a packet. Otherwise the server would end the session, with an unknown outcome of a
 * write.
 * @param maxPacket `max_allowed_packet` of the session
 * @throws ApiError LimitExceeded
 */
function checkPacket(parts: readonly Encoded[], maxPacket: number): void {
  // Counting bytes walks the string, so the upper bound is tried first.
  if (total(parts, maxBytes) < maxPacket || total(parts, bytes) < maxPacket) return;
  throw apiErrorFor('tooComplex', {
    cause: new Error(`A request has ${maxPacket} bytes (max_allowed_packet) or more`),
  });
}

const total = (parts: readonly Encoded[], size: (part: Encoded) => number): number =>
  parts.reduce((sum: number, part) => sum + BESIDE + size(part), HEAD);

/** Returns an upper bound: UTF-8 takes at most three bytes per UTF-16 unit. */
const maxBytes = (part: Encoded): number => (typeof part === 'string' ? 3 * part.length : bytes(part));

function bytes(part: Encoded): number {
  if (part === null) return 0;
  return typeof part === 'number' ? 24 : Buffer.byteLength(part);
}
