import { serialize } from 'pg-protocol';
import { invariant } from '../../../base/invariant.ts';
import type { BoundStatement } from '../../../store/driver.ts';
import type { PreparedStatements } from './prepared-statements.ts';

const DESCRIBE = serialize.describe({ type: 'P' });
const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

/** Number of statements that apply settings. */
export const settingsStatementCount = ({ settings }: BoundStatement): number =>
  Object.keys(settings).length === 0 ? 0 : 1;

/**
 * Serializes statements as one message. A Sync after each statement ends its transaction.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 * @throws Error if a value is not a string; then no statement is recorded as prepared
 */
export function serializeStatements(statements: readonly BoundStatement[], prepared: PreparedStatements): Uint8Array {
  for (const { values } of statements) invariant(values.every(isText), 'values are strings or null');
  const messages: Uint8Array[] = [];
  for (const bound of statements) serializeStatement(bound, prepared, messages);
  return Buffer.concat(messages);
}

function serializeStatement(bound: BoundStatement, prepared: PreparedStatements, messages: Uint8Array[]): void {
  const { settings, statement, values } = bound;
  if (settingsStatementCount(bound) > 0) serializeSettings(settings, prepared, messages);
  const { name, messages: prepareMessages } = prepared.prepare(statement.text, statement.name);
  messages.push(...prepareMessages, serialize.bind({ statement: name, values: [...values] }));
  if (statement.needsColumnNames) messages.push(DESCRIBE);
  messages.push(EXECUTE, SYNC);
}

const isText = (value: unknown): value is string | null => typeof value === 'string' || value === null;

/** Messages of the statement that applies some settings. */
interface SettingsMessages {
  readonly text: string;
  readonly name: string;
  readonly bindNamed: Uint8Array;
  readonly bindUnnamed: Uint8Array;
}

/** Messages by settings object, which requests of one caller share. */
const settingsMessages = new WeakMap<BoundStatement['settings'], SettingsMessages>();

function serializeSettings(
  settings: BoundStatement['settings'],
  prepared: PreparedStatements,
  messages: Uint8Array[],
): void {
  const known = settingsMessages.get(settings) ?? makeSettingsMessages(settings);
  settingsMessages.set(settings, known);
  const { name, messages: prepareMessages } = prepared.prepare(known.text, known.name);
  messages.push(...prepareMessages, name === '' ? known.bindUnnamed : known.bindNamed, EXECUTE);
}

function makeSettingsMessages(settings: BoundStatement['settings']): SettingsMessages {
  const { statement, values } = settingsStatement(settings);
  const name = settingsName(settings);
  const bind = (statementName: string): Uint8Array => serialize.bind({ statement: statementName, values: [...values] });
  return { text: statement.text, name, bindNamed: bind(name), bindUnnamed: bind('') };
}

/**
 * Returns the name of the prepared statement that applies the settings. The text of the statement depends only on the
 * number of settings.
 */
export const settingsName = (settings: BoundStatement['settings']): string =>
  `settings ${Object.keys(settings).length}`;

/** Returns a statement that applies settings to the transaction only, like `set local`. */
export function settingsStatement(settings: BoundStatement['settings']): BoundStatement {
  const all = Object.entries(settings);
  const calls = all.map((_, index) => `pg_catalog.set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`);
  // NULL restores the default. For a custom setting that the session has used, the default is an empty string.
  const values = all.flatMap(([name, value]) => [name, value ?? '']);
  return unnamedStatement(`select ${calls.join(', ')}`, values);
}

export const unnamedStatement = (text: string, values: readonly string[] = []): BoundStatement => ({
  settings: {},
  statement: { text, slots: [] },
  values,
});
