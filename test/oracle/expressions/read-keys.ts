import type { Entity, Row, Value } from '../naive/entity.ts';
import { Digits, parseExactJson } from '../naive/exact-json.ts';

/** The key of a row as text, of the data or of an answer. */
export const keyOf = (row: Row | Answered, { key }: Entity): string =>
  key.map((name) => keyText(row[name] ?? null)).join('/');

/** The keys of the rows in an answer that has one list of the entity, with its key. @param data JSON text */
export function readKeys(data: string, entity: Entity): readonly string[] {
  const answer = parseExactJson(data) as Readonly<Record<string, readonly Answered[]>>;
  return (answer[entity.list] ?? []).map((row) => keyOf(row, entity));
}

/** An item of an answer, its numbers by their digits. */
export type Answered = Readonly<Record<string, Value | Digits>>;

const keyText = (value: Value | Digits): string => (value instanceof Digits ? value.text : String(value));
