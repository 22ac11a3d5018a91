import type { Entity, Field, Row, Value } from './entity.ts';
import { evaluateOperator, negate, type Truth } from './evaluate-operator.ts';
import type { Store } from './store.ts';

/** A coerced filter argument. Its parts are lists of filters, filters, operators with operands, or null. */
export type Filter = Readonly<Record<string, unknown>>;

/** What a filter asks of a row. */
export type Predicate = (row: Row) => Truth;

/** What a filter asks of this entity's rows; undefined where it says nothing, and so filters nothing. */
export function readFilter(store: Store, entity: Entity, filter: unknown): Predicate | undefined {
  return allOf(Object.entries((filter ?? {}) as Filter).map(([name, part]) => readPart(store, entity, name, part)));
}

function readPart(store: Store, entity: Entity, name: string, part: unknown): Predicate | undefined {
  if (part === null) return undefined;
  switch (name) {
    case 'and':
      return allOf((part as Filter[]).map((member) => readFilter(store, entity, member)));
    case 'or':
      return anyOf((part as Filter[]).map((member) => readFilter(store, entity, member) ?? always));
    case 'not': {
      const member = readFilter(store, entity, part);
      return member && ((row) => negate(member(row)));
    }
    default: {
      const field = store.field(entity, name);
      return field === undefined ? readRelated(store, entity, name, part as Filter) : readField(field, part as Filter);
    }
  }
}

function readField({ name, type }: Field, operators: Filter): Predicate | undefined {
  return allOf(
    Object.entries(operators).map(([operator, operand]) => {
      const saysNothing = evaluateOperator(operator, null, operand as Value, type) === undefined;
      return saysNothing
        ? undefined
        : (row: Row) => evaluateOperator(operator, row[name] ?? null, operand as Value, type) ?? null;
    }),
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
  const isGiven = (quantifier: string): boolean => parts[quantifier] !== undefined && parts[quantifier] !== null;
  const every = inner('every');
  const none = exists(inner('none') ?? always);
  return allOf([
    isGiven('some') ? exists(inner('some') ?? always) : undefined,
    every && ((row) => related(row).every((other) => every(other) === true)),
    isGiven('none') && none ? (row) => negate(none(row)) : undefined,
    exists(readFilter(store, target, Object.fromEntries(direct))),
  ]);
}

const always: Predicate = () => true;

/** All that say something must hold: false before unknown before true. */
function allOf(members: readonly (Predicate | undefined)[]): Predicate | undefined {
  const given = members.filter((member) => member !== undefined);
  if (given.length === 0) return undefined;
  return (row) => {
    const truths = given.map((member) => member(row));
    return truths.includes(false) ? false : truths.includes(null) ? null : true;
  };
}

/** One must hold: true before unknown before false. */
function anyOf(members: readonly Predicate[]): Predicate {
  return (row) => {
    const truths = members.map((member) => member(row));
    return truths.includes(true) ? true : truths.includes(null) ? null : false;
  };
}
