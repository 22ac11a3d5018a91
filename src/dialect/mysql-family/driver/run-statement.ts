import type { QueryError } from 'mysql2';
import mysql from 'mysql2/promise';
import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { BoundStatement, CallMode } from '../../../store/driver.ts';
import { MayHaveCommitted } from '../../../store/may-have-committed.ts';
import { apiErrorFor } from '../../driver/database-error.ts';
import { type EncodedValue, parameterKind, toFinite } from './codec.ts';
import type { CommandResult, Commands } from './commands.ts';
import type { SessionVariant } from './connect-options.ts';
import { withoutExponent } from './encode-decimal.ts';
import type { PreparedStatements, QueryCallback } from './prepared-statements.ts';

export interface SendContext {
  readonly commands: Commands;
  readonly prepared: PreparedStatements | undefined;
  /** The server ends the session at this request size. */
  readonly maxPacket: number;
}

type Send = (done: QueryCallback) => void;

/**
 * Sets the variables for a statement, and runs it. A cancel stops both requests, because they are one command. Rows are
 * arrays, because objects would repeat the column names.
 * @throws ApiError if a request exceeds `max_allowed_packet`
 */
export function runStatement(
  { settings, ...bound }: Pick<BoundStatement, 'settings' | 'statement' | 'values'>,
  context: SendContext,
): Promise<CommandResult> {
  const { commands } = context;
  if (Object.keys(settings).length === 0) return commands.track(prepareSend(bound, context));
  // The settings are prepared first, because this may evict the prepared statement of `bound`.
  const sendSettings = prepareSend(variablesStatement(settings), context);
  const send = prepareSend(bound, context);
  return commands.track((done) => sendSettings((error) => (error ? done(error) : send(done))));
}

/** Returns a statement that sets user variables. Their collation is that of literals in the service's statements. */
export function variablesStatement(settings: BoundStatement['settings']): Pick<BoundStatement, 'statement' | 'values'> {
  const assignments = Object.keys(settings).map(
    (name) => `@\`${name}\` = convert(? using utf8mb4) collate utf8mb4_bin`,
  );
  const text = `set ${assignments.join(', ')}`;
  return { statement: { text, name: text, slots: [] }, values: Object.values(settings) };
}

/**
 * Encodes a statement.
 * @returns a function that sends it
 * @throws ApiError if the request exceeds `max_allowed_packet`
 */
function prepareSend(
  { statement, values }: Pick<BoundStatement, 'statement' | 'values'>,
  { commands, prepared, maxPacket }: SendContext,
): Send {
  const { text, name, slots, isUnprepared } = statement;
  const encoded = values as readonly EncodedValue[];
  const isPrepared =
    isUnprepared !== true &&
    name !== undefined &&
    encoded.every((value, index) => suitsPrepared(value, slots[index])) &&
    prepared?.shouldPrepare(name, text) === true;
  const textToSend = (): string => {
    const sql = literalText(statement, encoded);
    checkPacket([sql], maxPacket);
    return sql;
  };
  const sendText = (sql: string, done: QueryCallback): void =>
    void commands.connection.query({ sql, rowsAsArray: true }, done);
  if (!isPrepared) {
    const sql = textToSend();
    return (done) => sendText(sql, done);
  }
  checkPacket([text], maxPacket);
  checkPacket(encoded, maxPacket);
  const typed = encoded.map((value, index) => asTyped(value, slots[index]));
  return (done) =>
    prepared.execute(name, text, typed, done, () => {
      try {
        sendText(textToSend(), done);
      } catch (error) {
        // mysql2 would not pass an error thrown here to the caller.
        done(error as QueryError);
      }
    });
}

interface TransactionSession {
  readonly commands: Commands;
  readonly classify: SessionVariant['classify'];
  /** True until the first request after opening or a reset. */
  readonly isFresh: boolean;
  readonly isLost: () => boolean;
}

interface TransactionStatements {
  readonly begin: readonly string[];
  readonly commit: readonly string[];
  readonly rollback: readonly string[];
}

const SAVEPOINT = 'joinery_call';

/** Puts statements that follow a COMMIT in the procedure into a new transaction. */
const NO_AUTOCOMMIT = 'set session autocommit = 0';

/**
 * Returns the statements that begin and end the transaction of a call.
 * - `sole`: the savepoint shows whether the procedure has ended the transaction, which deletes savepoints.
 * - `readOnly`: READ ONLY would reject CREATE TEMPORARY TABLE, so a normal transaction is rolled back instead.
 * - `shared`: in an XA transaction, the server rejects a procedure that ends the transaction. MySQL also rejects
 *   temporary tables.
 * @param threadId makes the XA id unique, because a session has one XA transaction at a time
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
 * @throws MayHaveCommitted with the error if the procedure may have committed changes
 */
export async function runTransaction<T>(
  work: () => Promise<T>,
  calls: CallMode | undefined,
  session: TransactionSession,
): Promise<T> {
  const { commands, isFresh } = session;
  const { begin, commit, rollback } = statementsFor(calls, commands.threadId);
  const endCount = calls === 'sole' ? await (isFresh ? 0 : countTransactionEnds(session)) : undefined;
  await commands.execute(...begin);
  try {
    const result = await work();
    await commands.execute(...commit);
    return result;
  } catch (error) {
    const isUncommittedError = endCount === undefined || (await isUncommitted(error, endCount, session));
    // The server rolls back the transaction of a lost session.
    for (const text of rollback) await commands.execute(text).catch(() => undefined);
    throw isUncommittedError ? error : new MayHaveCommitted(error);
  }
}

/**
 * Returns whether a failed transaction has committed nothing.
 * @param endCount result of `countTransactionEnds` before the transaction
 */
async function isUncommitted(error: unknown, endCount: number, session: TransactionSession): Promise<boolean> {
  if (session.isLost()) return false;
  const keepsSavepoint = await session.commands.execute(`rollback to savepoint ${SAVEPOINT}`).then(
    () => true,
    () => false,
  );
  // A deadlock also deletes the savepoint, so the counters must decide.
  if (keepsSavepoint || !session.classify(error).isRolledBack) return keepsSavepoint;
  return (await countTransactionEnds(session).catch(() => undefined)) === endCount;
}

/** Returns the number of statements since the last reset that may have ended a transaction. */
async function countTransactionEnds({ commands }: TransactionSession): Promise<number> {
  const counters = await commands.query(String.raw`show session status like 'Com\_%'`);
  return counters
    .filter(({ Variable_name }) => !NON_TERMINATING.test(String(Variable_name)))
    .reduce((sum, { Value }) => sum + Number(Value), 0);
}

/**
 * Counters of statements that never end a transaction. `Com_create_table` is not one of them, although MySQL also uses
 * it to count temporary tables.
 */
const NON_TERMINATING =
  /^Com_(?:select|(?:insert|replace)(?:_select)?|(?:update|delete)(?:_multi)?|(?:create|drop)_temporary_table|call_procedure|(?:rollback_to_|release_)?savepoint|set_option|change_db|do|(?:prepare|execute|dealloc)_sql|stmt_.+|signal|resignal|get_diagnostics|show_.+)$/;

type Slots = readonly (Slot | undefined)[];

const QUOTED_OR_PLACEHOLDER = /'(?:[^'\\]|\\.|'')*'|`[^`]*`|\?/gs;

const fragmentCache = new WeakMap<Slots, { readonly text: string; readonly fragments: readonly string[] }>();

export function literalText(
  { text, slots }: { readonly text: string; readonly slots: Slots },
  values: readonly EncodedValue[],
): string {
  const fragments = fragmentsOf(text, slots);
  invariant(fragments.length === values.length + 1, 'each value has a placeholder');
  const [first = '', ...rest] = fragments;
  return rest.reduce((sql, piece, index) => sql + literal(values[index] ?? null, slots[index]) + piece, first);
}

function fragmentsOf(text: string, slots: Slots): readonly string[] {
  const cached = fragmentCache.get(slots);
  if (cached?.text === text) return cached.fragments;
  const fragments = split(text);
  fragmentCache.set(slots, { text, fragments });
  return fragments;
}

function split(text: string): readonly string[] {
  const offsets = [...text.matchAll(QUOTED_OR_PLACEHOLDER)].flatMap(({ 0: match, index }) =>
    match === '?' ? [index] : [],
  );
  return [-1, ...offsets].map((offset, index) => text.slice(offset + 1, offsets[index]));
}

/**
 * Prints a value as a literal that is safe under any `sql_mode` and character set. Text other than plain ASCII is
 * printed in hexadecimal.
 */
export function literal(value: EncodedValue, slot: Slot | undefined): string {
  if (value === null) return 'NULL';
  if (Buffer.isBuffer(value)) return `x'${value.toString('hex')}'`;
  const kind = slot === undefined ? 'other' : parameterKind(slot);
  if (typeof value === 'string' && kind === 'other') return textLiteral(value);
  return kind === 'decimal' && typeof value === 'string'
    ? numberLiteral(withoutExponent(value))
    : numberLiteral(String(toFinite(value)));
}

const textLiteral = (text: string): string =>
  PLAIN.test(text) ? `'${text}'` : `_utf8mb4 x'${Buffer.from(text).toString('hex')}'`;

/** ASCII without quote and backslash. */
const PLAIN = /^[ -&(-[\]-~]*$/;

/** @throws Error if the string is not a number, since it would be executed as SQL */
function numberLiteral(text: string): string {
  invariant(/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text), 'a number literal is a number');
  return text;
}

// Read once, because this getter of mysql2 loads its module on each access.
const { TypedParameter } = mysql;

/**
 * Returns false for values that break later executions of a prepared statement. After a parameter was not a decimal,
 * such as infinity, MySQL never compares it as a decimal again. MariaDB 10.11 handles an empty list only in the first
 * execution.
 */
function suitsPrepared(value: EncodedValue, slot: Slot | undefined): boolean {
  if (slot?.use.kind === 'values') return value !== '[]';
  return typeof value !== 'number' || Number.isFinite(value) || slot === undefined || parameterKind(slot) !== 'decimal';
}

function asTyped(value: EncodedValue, slot: Slot | undefined) {
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

/** Maximum bytes of a request without its values. */
const REQUEST_OVERHEAD = 32;

/** Maximum bytes of a value without its content. */
const VALUE_OVERHEAD = 14;

/**
 * Rejects a request that exceeds a packet. The server would end the session, and the outcome of a write would be
 * unknown.
 */
function checkPacket(parts: readonly EncodedValue[], maxPacket: number): void {
  // An upper bound is faster to compute than the size.
  if (total(parts, maxBytes) < maxPacket || total(parts, bytes) < maxPacket) return;
  throw apiErrorFor('tooComplex', {
    cause: new Error(`A request has ${maxPacket} bytes (max_allowed_packet) or more`),
  });
}

const total = (parts: readonly EncodedValue[], size: (part: EncodedValue) => number): number =>
  parts.reduce((sum: number, part) => sum + VALUE_OVERHEAD + size(part), REQUEST_OVERHEAD);

/** Returns an upper bound: UTF-8 takes at most three bytes per UTF-16 unit. */
const maxBytes = (part: EncodedValue): number => (typeof part === 'string' ? 3 * part.length : bytes(part));

function bytes(part: EncodedValue): number {
  if (part === null) return 0;
  return typeof part === 'number' ? 24 : Buffer.byteLength(part);
}
