import type { Entity, Row, Value } from '../naive/entity.ts';
import { Digits, parseExactJson } from '../naive/exact-json.ts';

/** Formats the key of a stored row or of a response row. */
export const keyOf = (row: Row | ResponseRow, { key }: Entity): string =>
  key.map((name) => keyText(row[name] ?? null)).join('/');

/**
 * Returns the row keys of a response whose only root field is the list of the entity.
 * @param data JSON text
 */
export function readKeys(data: string, entity: Entity): readonly string[] {
  const answer = parseExactJson(data) as Readonly<Record<string, readonly ResponseRow[]>>;
  return (answer[entity.list] ?? []).map((row) => keyOf(row, entity));
}

/** An item of a response with exact numbers. */
export type ResponseRow = Readonly<Record<string, Value | Digits>>;

const keyText = (value: Value | Digits): string => (value instanceof Digits ? value.text : String(value));
