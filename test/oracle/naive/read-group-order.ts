import { type Aggregate, aggregatesByKey, aggregateType, asValue, evaluateAggregate } from './aggregate.ts';
import type { Field, FieldType, Value } from './entity.ts';
import type { Group } from './group.ts';
import { compareDirected, firstMentions, readTerms, type Term } from './read-order.ts';

/** Compares groups; negative if the left one is first. */
type GroupOrder = (left: Group, right: Group) => number;

/**
 * Returns the total order of groups; by default it follows the row order of the grouping fields.
 * @param orders as the client wrote them
 */
export function readGroupOrder(
  by: readonly Field[],
  orders: { readonly groups: unknown; readonly rows: unknown },
  field: (name: string) => Field,
): GroupOrder {
  const names = by.map(({ name }) => name);
  const isPresent = orders.groups !== undefined && orders.groups !== null;
  const ofRows = readTerms(orders.rows, []).filter(({ path }) => path.length === 1 && names.includes(path[0] ?? ''));
  const orderTerms = isPresent
    ? readTerms(orders.groups, [])
    : ofRows.map((term) => ({ ...term, path: ['fields', ...term.path] }));
  const tieBreak = names.map((name): Term => ({ path: ['fields', name], direction: 'ASC' }));
  const terms = firstMentions([...orderTerms, ...tieBreak]).map((term) => ({
    ...term,
    ...readGroupValue(term.path, field),
  }));
  const known = new Map<Group, readonly Value[]>();
  const valuesOf = (group: Group): readonly Value[] => {
    const values = known.get(group) ?? terms.map(({ read }) => read(group));
    known.set(group, values);
    return values;
  };
  return (left, right) => {
    const [a, b] = [valuesOf(left), valuesOf(right)];
    for (const [index, { type, direction }] of terms.entries()) {
      const result = compareDirected([a[index] ?? null, b[index] ?? null], type, direction);
      if (result !== 0) return result;
    }
    return 0;
  };
}

interface GroupValue {
  readonly type: FieldType;
  readonly read: (group: Group) => Value;
}

function readGroupValue([key = '', name]: readonly string[], field: (name: string) => Field): GroupValue {
  if (key === 'fields' && name !== undefined) {
    return { type: field(name).type, read: ({ common }) => common[name] ?? null };
  }
  const aggregate: Aggregate = {
    name: 'count',
    distinct: false,
    ...aggregatesByKey[key],
    ...(name !== undefined && { field: field(name) }),
  };
  return { type: aggregateType(aggregate), read: ({ rows }) => asValue(evaluateAggregate(aggregate, rows)) };
}
