import type { Entity, Row, Value } from '../naive/entity.ts';
import { Digits, parseExactJson } from '../naive/exact-json.ts';

/** The key of a row as text. */
export const keyOf = (row: Row, { key }: Entity): string => key.map((name) => keyText(row[name] ?? null)).join('/');

/** The keys of the rows in an answer that has one list of the entity, with its key. @param data JSON text */
export function readKeys(data: string, { list, key }: Entity): readonly string[] {
  const answer = parseExactJson(data) as Readonly<Record<string, readonly Answered[]>>;
  return (answer[list] ?? []).map((row) => key.map((name) => keyText(row[name] ?? null)).join('/'));
}

type Answered = Readonly<Record<string, Value | Digits>>;

const keyText = (value: Value | Digits): string => (value instanceof Digits ? value.text : String(value));
