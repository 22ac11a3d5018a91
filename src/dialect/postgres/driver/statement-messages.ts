import { serialize } from 'pg-protocol';
import { invariant } from '../../../base/invariant.ts';
import type { BoundStatement } from '../../../store/driver.ts';
import type { PreparedStatements } from './prepared-statements.ts';

const DESCRIBE = serialize.describe({ type: 'P' });
const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

export const leadingCount = ({ settings }: BoundStatement): number => (Object.keys(settings).length === 0 ? 0 : 1);

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
  if (leadingCount(bound) > 0) serializeSettings(settings, messages);
  const { name, messages: prepareMessages } = prepared.prepare(statement.text, statement.name);
  messages.push(...prepareMessages, serialize.bind({ statement: name, values: [...values] }));
  if (statement.needsColumnNames) messages.push(DESCRIBE);
  messages.push(EXECUTE, SYNC);
}

const isText = (value: unknown): value is string | null => typeof value === 'string' || value === null;

function serializeSettings(settings: BoundStatement['settings'], messages: Uint8Array[]): void {
  const { statement, values } = settingsStatement(settings);
  messages.push(serialize.parse({ text: statement.text }), serialize.bind({ values: [...values] }), EXECUTE);
}

/** Returns a statement that applies settings to the transaction only, like `set local`. */
export function settingsStatement(settings: BoundStatement['settings']): BoundStatement {
  const all = Object.entries(settings);
  const calls = all.map((_, index) => `pg_catalog.set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`);
  return unnamedStatement(`select ${calls.join(', ')}`, all.flat());
}

export const unnamedStatement = (text: string, values: readonly string[] = []): BoundStatement => ({
  settings: {},
  statement: { text, slots: [] },
  values,
});
