import { assertNever } from '../base/invariant.ts';
import type { Aggregate } from '../plan/shape/aggregate.ts';
import type { GroupEntryValue, GroupSelection, Groups, GroupValue } from '../plan/shape/groups.ts';
import type { ScalarName } from '../scalars/scalar.ts';
import { addMatch, compilePredicate } from './compile-predicate.ts';
import { type AggregateFields, isPresent, PipelineScope } from './scope.ts';
import type { ObjectShape, Shape } from './shape.ts';
import type { Template, TemplateObject } from './template.ts';

/** Adds stages that group the documents of the scope, and sort the groups. */
export function compileGroups(groups: Groups, scope: PipelineScope): ObjectShape {
  const aggregates = new Aggregates();
  const fieldOf = (value: GroupValue): string =>
    value.kind === 'field' ? `g${groups.by.indexOf(value.field)}` : aggregates.field(value.aggregate);
  const shape = groupShape(groups.selection, fieldOf);
  const order = groups.order.map(({ value, descending, nulls }) => ({
    path: fieldOf(value),
    descending,
    nullsFirst: nulls === 'first',
    nullable: true,
  }));
  const groupScope = new PipelineScope(scope.command, scope.outer, aggregates);
  const having = groups.having && compilePredicate(groups.having, groupScope);
  // Runs last: the selection, the order, and HAVING have registered their aggregates.
  addGroupStages(groups, aggregates, scope);
  if (having !== undefined) addMatch(scope, having);
  scope.sort(order);
  return shape;
}

function groupShape(selection: GroupSelection, fieldOf: (value: GroupValue) => string): ObjectShape {
  const shapeOf = (value: GroupEntryValue): Shape => {
    switch (value.kind) {
      case 'object':
        return { kind: 'nested', shape: groupShape(value.selection, fieldOf) };
      case 'typename':
        return { kind: 'constant', json: JSON.stringify(value.name) };
      case 'field':
        return { kind: 'scalar', field: fieldOf(value), type: value.field.type };
      case 'aggregate':
        return { kind: 'scalar', field: fieldOf(value), type: value.written };
      default:
        return assertNever(value);
    }
  };
  return { kind: 'object', entries: selection.map(({ key, value }) => ({ key, shape: shapeOf(value) })) };
}

/** Names the aggregates of groups; equal ones share a field. */
class Aggregates implements AggregateFields {
  readonly #all: { readonly name: string; readonly aggregate: Aggregate }[] = [];

  field(aggregate: Aggregate): string {
    const key = ({ name, field, distinct }: Aggregate): string => JSON.stringify([name, field?.column, distinct]);
    const known = this.#all.find((other) => key(other.aggregate) === key(aggregate));
    if (known !== undefined) return known.name;
    const name = `a${this.#all.length}`;
    this.#all.push({ name, aggregate });
    return name;
  }

  get all(): readonly { readonly name: string; readonly aggregate: Aggregate }[] {
    return this.#all;
  }
}

function addGroupStages({ by }: Groups, aggregates: Aggregates, scope: PipelineScope): void {
  const keys = Object.fromEntries(by.map(({ column }, index) => [`g${index}`, { $ifNull: [`$${column}`, null] }]));
  const accumulated: Record<string, Template> = {};
  const results: Record<string, Template> = {};
  const empty: Record<string, Template> = {};
  for (const { name, aggregate } of aggregates.all) {
    const { accumulators, result, whenEmpty } = compileAggregate(name, aggregate);
    Object.assign(accumulated, accumulators);
    results[name] = result;
    empty[name] = whenEmpty;
  }
  const group: TemplateObject = { $group: { _id: by.length > 0 ? keys : null, ...accumulated } };
  if (by.length > 0) {
    const fields = Object.fromEntries(by.map((_, index) => [`g${index}`, `$_id.g${index}`]));
    scope.add(group, { $replaceWith: { ...fields, ...results } });
    return;
  }
  // Without keys, there is a group even if there are no rows.
  const one = scope.command.nextName('g');
  scope.add(
    { $facet: { [one]: [group, { $replaceWith: Object.keys(results).length > 0 ? results : { _: 1 } }] } },
    { $replaceWith: { $ifNull: [{ $first: `$${one}` }, Object.keys(empty).length > 0 ? empty : { _: 1 }] } },
  );
}

interface CompiledAggregate {
  readonly accumulators: TemplateObject;
  readonly result: Template;
  readonly whenEmpty: Template;
}

const INTEGERS: ReadonlySet<ScalarName> = new Set(['Short', 'Int', 'Long']);

function compileAggregate(name: string, { name: kind, field, distinct }: Aggregate): CompiledAggregate {
  const own = `$${name}`;
  if (field === undefined) return { accumulators: { [name]: { $sum: 1 } }, result: own, whenEmpty: 0 };
  // Converted to decimals: sums of 64-bit integers and averages of integers can be doubles, which lose digits.
  const { scalar } = field.type;
  const isExact = (kind === 'sum' && scalar === 'Long') || (kind === 'avg' && INTEGERS.has(scalar));
  const value = isExact ? { $toDecimal: `$${field.column}` } : `$${field.column}`;
  const unlessNone = (count: Template, result: Template): Template => ({ $cond: [{ $eq: [count, 0] }, null, result] });
  if (distinct) {
    const set = { $setDifference: [own, [null]] };
    const accumulators = { [name]: { $addToSet: { $ifNull: [value, null] } } };
    const count = { $size: set };
    if (kind === 'count') return { accumulators, result: count, whenEmpty: 0 };
    const result = kind === 'avg' ? { $divide: [{ $sum: set }, count] } : { [`$${kind}`]: set };
    return { accumulators, result: unlessNone(count, result), whenEmpty: null };
  }
  const counting = { $sum: { $cond: [isPresent(value), 1, 0] } };
  switch (kind) {
    case 'count':
      return { accumulators: { [name]: counting }, result: own, whenEmpty: 0 };
    case 'sum':
    case 'avg': {
      const count = `$${name}n`;
      // Some servers return the average of decimals as a double.
      const result = kind === 'avg' ? { $divide: [own, count] } : own;
      const accumulators = { [name]: { $sum: value }, [`${name}n`]: counting };
      return { accumulators, result: unlessNone(count, result), whenEmpty: null };
    }
    case 'min':
    case 'max':
      return { accumulators: { [name]: { [`$${kind}`]: value } }, result: own, whenEmpty: null };
    default:
      return assertNever(kind);
  }
}
