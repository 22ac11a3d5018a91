import type { Entity, Row, Value } from '../naive/entity.ts';
import { type Truth as Known, negate } from '../naive/evaluate-operator.ts';
import type { Store } from '../naive/store.ts';
import {
  allConditions,
  allOperands,
  type Bare,
  type Call,
  type Comparison,
  type ComparisonOperator,
  type Condition,
  claimsOf,
  type FieldOperand,
  type FieldPath,
  type Match,
  type MatchName,
  type Membership,
  type Operand,
  operandsOf,
  type Quantifier,
  typeOf,
} from './expression.ts';
import { foldCase } from './fold-case.ts';
import { orderValues, type TypedValue } from './order-values.ts';

/** Values of each claim, with the type of the positions that name it. Missing and invalid claims are absent. */
export type CallerClaims = ReadonlyMap<string, readonly Value[]>;

/**
 * Returns the rows for which a condition is true.
 * @throws Error for an invalid claim
 */
export function keepRows(condition: Condition, entity: Entity, store: Store, claims: CallerClaims): readonly Row[] {
  return store.rows(entity).filter((row) => matchesItem(condition, { entity, row }, store, claims));
}

/** Returns whether the condition is true for this row. */
export const matchesItem = (condition: Condition, item: Item, store: Store, claims: CallerClaims): boolean =>
  judge(condition, { store, claims, item, variables: new Map() }) === true;

/** Returns whether all claims of the condition are present and valid. An empty list is valid only in `in`. */
export function isFit(condition: Condition, claims: CallerClaims): boolean {
  const items = new Set<Operand>(allConditions(condition).flatMap((part) => (part.kind === 'among' ? part.items : [])));
  return claimsOf(condition).every((claim) => {
    const values = claims.get(claim.name);
    return values !== undefined && (values.length > 0 || items.has(claim));
  });
}

/** A row and its entity. */
interface Item {
  readonly entity: Entity;
  readonly row: Row;
}

interface JudgeContext {
  readonly store: Store;
  readonly claims: CallerClaims;
  readonly item: Item;
  readonly variables: ReadonlyMap<string, Item>;
}

function judge(condition: Condition, context: JudgeContext): Known {
  switch (condition.kind) {
    case 'and': {
      const truths = condition.members.map((member) => judge(member, context));
      return truths.includes(false) ? false : truths.includes(null) ? null : true;
    }
    case 'or': {
      const truths = condition.members.map((member) => judge(member, context));
      return truths.includes(true) ? true : truths.includes(null) ? null : false;
    }
    case 'not':
      return negate(judge(condition.member, context));
    case 'truth': {
      const known = judge(condition.member, context);
      return condition.truth === (condition.operator === 'eq') ? known : negate(known);
    }
    case 'quantifier':
      return judgeQuantifier(condition, context);
    default:
      return judgeLeaf(condition, context);
  }
}

/** The to-one relationships of the path must exist. `all` is true without related rows. Never NULL. */
function judgeQuantifier({ name, fieldPath, relationship, inner }: Quantifier, context: JudgeContext): Known {
  const start = follow(fieldPath, context);
  if (start === undefined) return false;
  const { store } = context;
  const followed = store.relationship(start.entity, relationship);
  const rows = store.related(followed, start.row);
  if (inner === undefined) return rows.length > 0;
  const entity = store.entity(followed.target);
  const holds = (row: Row): boolean => {
    const variables = new Map(context.variables).set(inner.variable, { entity, row });
    return judge(inner.condition, { ...context, variables }) === true;
  };
  return name === 'any' ? rows.some(holds) : rows.every(holds);
}

type Leaf = Comparison | Membership | Match | Bare;

/** Through a relationship: true if a related row matches, else false; never NULL. */
function judgeLeaf(leaf: Leaf, context: JudgeContext): Known {
  const known = judgeHere(leaf, context);
  const paths = relatedPaths(leaf);
  return paths.length === 0 ? known : known === true && paths.every((path) => follow(path, context) !== undefined);
}

/** Paths through a relationship, computed once since they are equal for every row. */
function relatedPaths(leaf: Leaf): readonly FieldPath[] {
  const known = pathsByLeaf.get(leaf);
  if (known !== undefined) return known;
  const parts = operandsOf(leaf).flatMap(allOperands);
  const paths = parts.flatMap((part) =>
    part.kind === 'field' && part.fieldPath.steps.length > 0 ? [part.fieldPath] : [],
  );
  pathsByLeaf.set(leaf, paths);
  return paths;
}

const pathsByLeaf = new WeakMap<Leaf, readonly FieldPath[]>();

function judgeHere(leaf: Leaf, context: JudgeContext): Known {
  const read = (operand: Operand): Value => readOperand(operand, context);
  switch (leaf.kind) {
    case 'compare':
      return compare(leaf, context);
    case 'among':
      return isAmong(leaf, context);
    case 'match': {
      const [text, part] = [read(leaf.text), read(leaf.part)];
      return text === null || part === null ? null : matches[leaf.name](String(text), String(part));
    }
    case 'bare':
      return read(leaf.operand) as boolean | null;
  }
}

function compare({ operator, left, right }: Comparison, context: JudgeContext): Known {
  const values = [left, right].map((operand) => ({ value: readOperand(operand, context), type: typeOf(operand) }));
  const [first, second] = values;
  if (first === undefined || second === undefined) throw new Error('A comparison must have two sides.');
  if (isNull(left) || isNull(right)) {
    const areNull = first.value === null && second.value === null;
    return operator === 'eq' ? areNull : operator === 'ne' ? !areNull : null;
  }
  return first.value === null || second.value === null ? null : comparisons[operator](orderValues(first, second));
}

const isNull = (operand: Operand): boolean => operand.kind === 'literal' && operand.form === 'null';

/** Ignores nulls among the items. */
function isAmong({ operand, items }: Membership, context: JudgeContext): Known {
  const value = readOperand(operand, context);
  const candidates = items.flatMap((item): readonly TypedValue[] => {
    const values = item.kind === 'claim' ? claimValues(item.name, context) : [item.value];
    return values.flatMap((found) => (found === null ? [] : [{ value: found, type: item.type }]));
  });
  if (candidates.length === 0) return false;
  if (value === null) return null;
  return candidates.some((candidate) => orderValues({ value, type: typeOf(operand) }, candidate) === 0);
}

function readOperand(operand: Operand, context: JudgeContext): Value {
  switch (operand.kind) {
    case 'literal':
      return operand.value;
    case 'claim':
      return claimValues(operand.name, context)[0] ?? null;
    case 'field':
      return follow(operand.fieldPath, context)?.row[operand.field] ?? null;
    case 'call':
      return apply(operand, readOperand(operand.argument, context));
  }
}

const apply = ({ name }: Call, argument: Value): Value => (argument === null ? null : calls[name](String(argument)));

/** Evaluates a field, or a function of one, for the row its path leads to. */
export function readLocally(operand: FieldOperand | Call, row: Row): Value {
  if (operand.kind === 'field') return row[operand.field] ?? null;
  const { argument } = operand;
  if (argument.kind !== 'field' && argument.kind !== 'call')
    throw new Error('The argument is neither a field nor a call.');
  return apply(operand, readLocally(argument, row));
}

function claimValues(name: string, { claims }: JudgeContext): readonly Value[] {
  const values = claims.get(name);
  if (values === undefined) throw new Error(`The caller has no valid claim "${name}".`);
  return values;
}

/** Follows a path; undefined if a relationship has no row. */
function follow({ variable, steps }: FieldPath, { store, item, variables }: JudgeContext): Item | undefined {
  let reached = variable === undefined ? item : variables.get(variable);
  for (const step of steps) {
    if (reached === undefined) return undefined;
    const relationship = store.relationship(reached.entity, step);
    const [row] = store.related(relationship, reached.row);
    reached = row && { entity: store.entity(relationship.target), row };
  }
  return reached;
}

const comparisons: Readonly<Record<ComparisonOperator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

const matches: Readonly<Record<MatchName, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  startswith: (text, part) => text.startsWith(part),
  endswith: (text, part) => text.endsWith(part),
};

/** Parts of a timestamp are read from its text in UTC. */
const calls: Readonly<Record<Call['name'], (text: string) => Value>> = {
  tolower: (text) => foldCase(text, 'lower'),
  toupper: (text) => foldCase(text, 'upper'),
  length: (text) => [...text].length,
  year: (moment) => readPart(moment.slice(0, 4)),
  month: (moment) => readPart(moment.slice(5, 7)),
  day: (moment) => readPart(moment.slice(8, 10)),
};

/** Infinity has no parts. */
const readPart = (digits: string): Value => (/^\d+$/.test(digits) ? Number(digits) : null);
