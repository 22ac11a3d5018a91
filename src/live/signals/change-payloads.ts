import type { TableName } from '../../store/driver.ts';

/** Tables by `tableKey`; `undefined`: any table. */
export type ChangedTables = ReadonlySet<string> | undefined;

/** PostgreSQL allows less than 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7900;

export const tableKey = ({ schema, name }: TableName): string => JSON.stringify([schema, name]);

interface Payload {
  /** Process that has sent the payload. */
  readonly from?: string;
  readonly tables?: readonly string[];
  /** Sent by the trigger. */
  readonly schema?: string;
  readonly table?: string;
}

/** Formats changes as payloads of bounded size. Without `tables`, any table may have changed. */
export function formatPayloads(tables: ChangedTables, from: string): readonly string[] {
  if (tables === undefined) return [JSON.stringify({ from })];
  const payloads: string[] = [];
  let batch: string[] = [];
  const format = (): string => JSON.stringify({ from, tables: batch });
  for (const table of tables) {
    batch.push(table);
    if (Buffer.byteLength(format()) <= MAX_PAYLOAD_BYTES) continue;
    batch.pop();
    if (batch.length > 0) payloads.push(format());
    batch = [table];
  }
  if (batch.length > 0) payloads.push(format());
  return payloads;
}

/** Parses a payload. An unreadable payload means that any table may have changed. */
export function parsePayload(text: string): { readonly from?: string; readonly tables: ChangedTables } {
  try {
    const { from, tables, schema, table } = JSON.parse(text) as Payload;
    const sender = typeof from === 'string' ? { from } : {};
    if (typeof table === 'string' && typeof schema === 'string') {
      return { tables: new Set([tableKey({ schema, name: table })]) };
    }
    return { ...sender, tables: Array.isArray(tables) ? new Set(tables.map(String)) : undefined };
  } catch {
    return { tables: undefined };
  }
}
