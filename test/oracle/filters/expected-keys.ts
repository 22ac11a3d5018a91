import { keepRows } from '../expressions/judge.ts';
import { keyOf, type ResponseRow } from '../expressions/read-keys.ts';
import { compareValues } from '../naive/compare-values.ts';
import type { Entity, Row } from '../naive/entity.ts';
import { parseExactJson } from '../naive/exact-json.ts';
import type { Store } from '../naive/store.ts';
import { PARENTS, type Question } from './question.ts';

/**
 * Returns the expected keys of a response in order, given the rows a filter keeps; nested lists have a line per parent.
 */
export function expectedKeys({ entity, under }: Question, matched: readonly Row[], store: Store): readonly string[] {
  if (under === undefined) return sorted(matched, entity).map((row) => keyOf(row, entity));
  const relationship = store.relationship(under.entity, under.relationship);
  const isMatched = new Set(matched);
  const { parents } = under;
  const above = parents === undefined ? store.rows(under.entity) : keepRows(parents, under.entity, store, new Map());
  return sorted(above, under.entity)
    .slice(0, PARENTS)
    .map((parent) => {
      const related = store.related(relationship, parent).filter((row) => isMatched.has(row));
      const keys = sorted(related, entity).map((row) => keyOf(row, entity));
      return line(keyOf(parent, under.entity), keys, under.counted ? keys.length : undefined);
    });
}

/**
 * Returns the keys of a response.
 * @param items JSON text
 */
export function answeredKeys({ entity, under }: Question, items: string): readonly string[] {
  const answered = parseExactJson(items) as readonly ResponseRow[];
  if (under === undefined) return answered.map((row) => keyOf(row, entity));
  return answered.map((parent) => {
    const nested = parent[under.relationship] as unknown as readonly ResponseRow[];
    const counted = parent[`${under.relationship}_connection`] as unknown as ResponseRow | undefined;
    const keys = nested.map((row) => keyOf(row, entity));
    return line(keyOf(parent, under.entity), keys, counted && keyOf(counted, { ...entity, key: ['totalCount'] }));
  });
}

const line = (parent: string, keys: readonly string[], count: number | string | undefined): string =>
  `${parent}: ${keys.join(' ')}${count === undefined ? '' : ` (${count})`}`;

/** Sorts by key, the default order. */
const sorted = (rows: readonly Row[], { key, fields }: Entity): readonly Row[] => {
  const columns = fields.filter(({ name }) => key.includes(name));
  const ordered = key.flatMap((name) => columns.filter((column) => column.name === name));
  return rows.toSorted((left, right) => {
    for (const { name, type } of ordered) {
      const order = compareValues(left[name] ?? null, right[name] ?? null, type);
      if (order !== 0) return order;
    }
    return 0;
  });
};
