import { compareValues } from './compare-values.ts';
import type { Entity, FieldType, Row, Value } from './entity.ts';
import type { Store } from './store.ts';

/** Compares rows; negative if the left one is first. */
export type Order = (left: Row, right: Row) => number;

export interface Term {
  /** To-one relationships up to the field, and the field. */
  readonly path: readonly string[];
  readonly direction: string;
}

/**
 * Reads the total order of an `orderBy` argument.
 * @param orderBy as in the document: keys in order, directions as strings such as `ASC`
 */
export function readOrder(store: Store, entity: Entity, orderBy: unknown): Order {
  const tieBreak = entity.key.map((name) => ({ path: [name], direction: 'ASC' }));
  const orders = firstMentions([...readTerms(orderBy, []), ...tieBreak]).map((term) => termOrder(store, entity, term));
  return (left, right) => {
    for (const order of orders) {
      const result = order(left, right);
      if (result !== 0) return result;
    }
    return 0;
  };
}

/** Returns the directions of an `orderBy` argument with their paths. */
export function readTerms(part: unknown, path: readonly string[]): readonly Term[] {
  if (part === null || part === undefined) return [];
  if (typeof part === 'string') return [{ path, direction: part }];
  if (Array.isArray(part)) return part.flatMap((member) => readTerms(member, path));
  return Object.entries(part).flatMap(([name, member]) => readTerms(member, [...path, name]));
}

/** Drops repeated paths. */
export function firstMentions(terms: readonly Term[]): readonly Term[] {
  const paths = terms.map(({ path }) => path.join('.'));
  return terms.filter((_term, index) => paths.indexOf(paths[index] ?? '') === index);
}

function termOrder(store: Store, entity: Entity, { path, direction }: Term): Order {
  const { type, readValue } = readPath(store, entity, path);
  return (left, right) => compareDirected([readValue(left), readValue(right)], type, direction);
}

/** Compares two values in a direction, with its position of NULL. */
export function compareDirected([a, b]: readonly [Value, Value], type: FieldType, direction: string): number {
  const sign = direction.startsWith('DESC') ? -1 : 1;
  const nullSign = direction.endsWith('NULLS_FIRST') || direction === 'DESC' ? -1 : 1;
  if (a === null || b === null) return nullSign * (Number(a === null) - Number(b === null));
  return sign * compareValues(a, b, type);
}

interface PathEnd {
  readonly type: FieldType;
  readonly readValue: (row: Row) => Value;
}

function readPath(store: Store, entity: Entity, [name = '', ...rest]: readonly string[]): PathEnd {
  if (rest.length > 0) {
    const relationship = store.relationship(entity, name);
    const { type, readValue } = readPath(store, store.entity(relationship.target), rest);
    const relatedValue = (row: Row): Value => {
      const related = store.related(relationship, row)[0];
      return related === undefined ? null : readValue(related);
    };
    return { type, readValue: relatedValue };
  }
  const field = store.field(entity, name);
  if (field === undefined) throw new Error(`${entity.name} has no field "${name}" to order by.`);
  return { type: field.type, readValue: (row) => row[name] ?? null };
}
