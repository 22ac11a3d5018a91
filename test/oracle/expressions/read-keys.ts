import type { Entity, Row, Value } from '../naive/entity.ts';
import { Digits, parseExactJson } from '../naive/exact-json.ts';

/** Prints the key of a row of the data or a response. */
export const keyOf = (row: Row | Answered, { key }: Entity): string =>
  key.map((name) => keyText(row[name] ?? null)).join('/');

/**
 * Returns the keys of a response with one list of the entity.
 * @param data JSON text
 */
export function readKeys(data: string, entity: Entity): readonly string[] {
  const answer = parseExactJson(data) as Readonly<Record<string, readonly Answered[]>>;
  return (answer[entity.list] ?? []).map((row) => keyOf(row, entity));
}

/** An item of a response with exact numbers. */
export type Answered = Readonly<Record<string, Value | Digits>>;

const keyText = (value: Value | Digits): string => (value instanceof Digits ? value.text : String(value));
