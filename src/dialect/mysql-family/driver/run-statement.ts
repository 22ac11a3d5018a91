import type { QueryError } from 'mysql2';
import mysql from 'mysql2/promise';
import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { BoundStatement, Calls } from '../../../store/driver.ts';
import { MayHaveCommitted } from '../../../store/may-have-committed.ts';
import { refusalFor } from '../../driver/database-error.ts';
import { type Encoded, finite, parameterKind } from './codec.ts';
import type { CommandResult, Commands } from './commands.ts';
import type { SessionVariant } from './connect-options.ts';
import { withoutExponent } from './encode-decimal.ts';
import type { PreparedStatements, QueryCallback } from './prepared-statements.ts';

/** What a session sends its statements with. */
interface Sending {
  readonly commands: Commands;
  /** Absent where none is kept. */
  readonly prepared: PreparedStatements | undefined;
  /** Bytes of a request at which the server ends the session. */
  readonly maxPacket: number;
}

/**
 * Runs a statement, prepared where it is kept so, else with its values in its text. Rows come as arrays: names of columns would be
 * repeated for each. @throws Refusal where it is larger than a packet
 */
export function runStatement(
  { statement, values }: Pick<BoundStatement, 'statement' | 'values'>,
  { commands, prepared, maxPacket }: Sending,
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
        // Nobody else is told of it here.
        done(error as QueryError);
      }
    }),
  );
}

/** The session that runs a transaction. */
interface TransactionSession {
  readonly commands: Commands;
  readonly meaning: SessionVariant['meaning'];
  /** Nothing of a request has run on it since it was opened or reset. */
  readonly isFresh: boolean;
  readonly isLost: () => boolean;
}

/** The statements that begin and end a transaction. */
interface TransactionStatements {
  readonly begin: readonly string[];
  readonly commit: readonly string[];
  readonly rollback: readonly string[];
}

const SAVEPOINT = 'joinery_call';

/** Without autocommit, statements after a COMMIT of the procedure are in a transaction too. */
const NO_AUTOCOMMIT = 'set session autocommit = 0';

/**
 * - `shared`: a procedure that ends the transaction would end it for the other steps. In an XA transaction the server refuses that, and MySQL
 *   also refuses temporary tables.
 * - `alone`: the savepoint is gone once the procedure has ended the transaction.
 * - `reading`: rolled back, since READ ONLY would refuse CREATE TEMPORARY TABLE.
 * @param threadId of the session, which can have one XA transaction at a time
 */
function statementsFor(calls: Calls | undefined, threadId: number): TransactionStatements {
  switch (calls) {
    case undefined:
      return { begin: ['start transaction'], commit: ['commit'], rollback: ['rollback'] };
    case 'alone':
      return { begin: [NO_AUTOCOMMIT, `savepoint ${SAVEPOINT}`], commit: ['commit'], rollback: ['rollback'] };
    case 'reading':
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
 * Runs work as one transaction.
 * @throws what the work throws, and errors of the commit; MayHaveCommitted with that error as its cause
 */
export async function runTransaction<T>(
  work: () => Promise<T>,
  calls: Calls | undefined,
  session: TransactionSession,
): Promise<T> {
  const { commands, isFresh } = session;
  const { begin, commit, rollback } = statementsFor(calls, commands.threadId);
  const ends = calls === 'alone' ? await (isFresh ? 0 : countEnds(session)) : undefined;
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

/** Returns whether nothing was committed in the transaction. @param ends as counted at its beginning */
async function isUncommitted(error: unknown, ends: number, session: TransactionSession): Promise<boolean> {
  if (session.isLost()) return false;
  const keepsSavepoint = await session.commands.say(`rollback to savepoint ${SAVEPOINT}`).then(
    () => true,
    () => false,
  );
  // A deadlock rolls back the whole transaction, savepoints included.
  if (keepsSavepoint || !session.meaning(error).isRolledBack) return keepsSavepoint;
  return (await countEnds(session).catch(() => undefined)) === ends;
}

/** Returns the number of statements that the session has run so far and that may have ended a transaction. A reset makes it 0. */
async function countEnds({ commands }: TransactionSession): Promise<number> {
  const counters = await commands.ask(String.raw`show session status like 'Com\_%'`);
  return counters
    .filter(({ Variable_name }) => !NO_ENDS.test(String(Variable_name)))
    .reduce((sum, { Value }) => sum + Number(Value), 0);
}

/** Counters of statements that never end a transaction. On MySQL, CREATE TABLE counts those of temporary tables too. */
const NO_ENDS =
  /^Com_(?:select|(?:insert|replace)(?:_select)?|(?:update|delete)(?:_multi)?|(?:create|drop)_temporary_table|call_procedure|(?:rollback_to_|release_)?savepoint|set_option|change_db|do|(?:prepare|execute|dealloc)_sql|stmt_.+|signal|resignal|get_diagnostics|show_.+)$/;

type Slots = readonly (Slot | undefined)[];

/** A text or a name within quotes, or a placeholder. */
const QUOTED_OR_PLACEHOLDER = /'(?:[^'\\]|\\.|'')*'|`[^`]*`|\?/gs;

/** What stands between the placeholders of a statement, by the list of its slots. */
const known = new WeakMap<Slots, { readonly text: string; readonly between: readonly string[] }>();

/** A statement with its values written into it. */
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
 * A value as SQL text. Nothing in it can end it, whatever `sql_mode` and the character sets of the session are: a text that has more than plain
 * signs of ASCII is written in hexadecimal, and so are bytes.
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

/** From blank to tilde, without a quote and a backslash. */
const PLAIN = /^[ -&(-[\]-~]*$/;

/** @throws Error for what is no number, and so would be SQL */
function numberLiteral(text: string): string {
  invariant(/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text), 'what is sent as a number is one');
  return text;
}

// Each look at it would load its module anew.
const { TypedParameter } = mysql;

/**
 * Whether a prepared statement can be given it. What is infinite is no decimal, and a parameter that was of another type once is never
 * compared as a decimal again on MySQL. Of NULL among the values of a list, MariaDB 10.11 keeps what it found when it ran the statement
 * first, which is another thing for an empty list than for all others.
 */
function suitsPrepared(value: Encoded, slot: Slot | undefined): boolean {
  if (slot?.use.kind === 'values') return value !== '[]';
  return typeof value !== 'number' || Number.isFinite(value) || slot === undefined || parameterKind(slot) !== 'decimal';
}

/** A parameter of a prepared statement, of a type that the server must not guess. */
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

/** Bytes of a request that are neither text nor values, at most: its command, the statement's number, flags and counts. */
const HEAD = 32;

/** Bytes that a value has beside itself, at most: its type, an empty name, its length, and a bit for NULL. */
const BESIDE = 14;

/**
 * Refuses a request that the server would not read: it would end the session, and of a change nobody could tell any more that it was not done.
 * @param parts its text, or the values that a prepared statement is given
 * @param maxPacket `max_allowed_packet` of the session
 * @throws Refusal LimitExceeded
 */
function checkPacket(parts: readonly Encoded[], maxPacket: number): void {
  // To count the bytes of a text takes a walk over it.
  if (total(parts, mostBytes) < maxPacket || total(parts, bytes) < maxPacket) return;
  throw refusalFor('tooComplex', { cause: new Error(`A request has ${maxPacket} bytes (max_allowed_packet) or more`) });
}

const total = (parts: readonly Encoded[], size: (part: Encoded) => number): number =>
  parts.reduce((sum: number, part) => sum + BESIDE + size(part), HEAD);

/** A sign has three bytes at most for each of its one or two units. */
const mostBytes = (part: Encoded): number => (typeof part === 'string' ? 3 * part.length : bytes(part));

function bytes(part: Encoded): number {
  if (part === null) return 0;
  // A number of eight bytes, or as a text.
  return typeof part === 'number' ? 24 : Buffer.byteLength(part);
}
