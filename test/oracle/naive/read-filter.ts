import { type Entity, type Field, type FieldType, JsonValue, type Row, type Value } from './entity.ts';
import { evaluateOperator, negate, type Truth } from './evaluate-operator.ts';
import { findAtPath } from './json.ts';
import type { Store } from './store.ts';

/** A coerced filter argument, consisting of lists of filters, filters, operators with operands, or null. */
export type Filter = Readonly<Record<string, unknown>>;

/** A condition on a row, or on another value. */
export type Predicate<T = Row> = (row: T) => Truth;

export function readFilter(store: Store, entity: Entity, filter: unknown): Predicate | undefined {
  return readLogic<Row>(filter, (name, part) => {
    const field = store.field(entity, name);
    return field === undefined ? readRelated(store, entity, name, part) : readField(field, part);
  });
}

/** Reads conditions with `and`, `or`, and `not`, all of which must be true. */
export function readLogic<T>(
  parts: unknown,
  readOther: (name: string, part: Filter) => Predicate<T> | undefined,
): Predicate<T> | undefined {
  const read = (name: string, part: unknown): Predicate<T> | undefined => {
    if (part === null) return undefined;
    switch (name) {
      case 'and':
        return allOf((part as Filter[]).map((member) => readLogic(member, readOther)));
      case 'or':
        return anyOf((part as Filter[]).map((member) => readLogic(member, readOther) ?? always));
      case 'not': {
        const member = readLogic(part, readOther);
        return member && ((row) => negate(member(row)));
      }
      default:
        return readOther(name, part as Filter);
    }
  };
  return allOf(Object.entries((parts ?? {}) as Filter).map(([name, part]) => read(name, part)));
}

function readField({ name, type }: Field, operators: Filter): Predicate | undefined {
  const holds = readOperators(operators, type);
  return holds && ((row) => holds(row[name] ?? null));
}

export function readOperators(operators: Filter, type: FieldType): Predicate<Value> | undefined {
  return allOf(
    Object.entries(operators).map(([operator, operand]) => {
      if (operator === 'path') return readJsonPath(operand as Filter | null, type);
      const isIgnored = evaluateOperator(operator, null, operand as Value, type) === undefined;
      return isIgnored
        ? undefined
        : (value: Value) => evaluateOperator(operator, value, operand as Value, type) ?? null;
    }),
  );
}

/** A missing value, or JSON null, counts as NULL. */
function readJsonPath(condition: Filter | null, type: FieldType): Predicate<Value> | undefined {
  const { at, ...operators } = condition ?? {};
  const holds = readOperators(operators, type);
  return (
    holds &&
    ((value) => {
      const found = value instanceof JsonValue ? findAtPath(value.content, String(at)) : undefined;
      return holds(found === undefined || found === null ? null : new JsonValue(found));
    })
  );
}

const quantifiers = ['some', 'every', 'none'];

function readRelated(store: Store, entity: Entity, name: string, parts: Filter): Predicate | undefined {
  const relationship = store.relationship(entity, name);
  const target = store.entity(relationship.target);
  const related = (row: Row): readonly Row[] => store.related(relationship, row);
  const exists = (inner: Predicate | undefined): Predicate | undefined =>
    inner && ((row) => related(row).some((other) => inner(other) === true));
  if (!relationship.many) return exists(readFilter(store, target, parts));

  const direct = Object.entries(parts).filter(([part]) => !quantifiers.includes(part));
  const inner = (quantifier: string): Predicate | undefined => readFilter(store, target, parts[quantifier]);
  const isPresent = (quantifier: string): boolean => parts[quantifier] !== undefined && parts[quantifier] !== null;
  const every = inner('every');
  const none = exists(inner('none') ?? always);
  return allOf([
    isPresent('some') ? exists(inner('some') ?? always) : undefined,
    every && ((row) => related(row).every((other) => every(other) === true)),
    isPresent('none') && none ? (row) => negate(none(row)) : undefined,
    exists(readFilter(store, target, Object.fromEntries(direct))),
  ]);
}

const always = (): Truth => true;

/** Returns the three-valued AND. */
export function allOf<T>(members: readonly (Predicate<T> | undefined)[]): Predicate<T> | undefined {
  const predicates = members.filter((member) => member !== undefined);
  if (predicates.length === 0) return undefined;
  return (row) => {
    const truths = predicates.map((member) => member(row));
    return truths.includes(false) ? false : truths.includes(null) ? null : true;
  };
}

/** Returns the three-valued OR. */
function anyOf<T>(members: readonly Predicate<T>[]): Predicate<T> {
  return (row) => {
    const truths = members.map((member) => member(row));
    return truths.includes(true) ? true : truths.includes(null) ? null : false;
  };
}
