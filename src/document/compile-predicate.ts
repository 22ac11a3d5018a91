import { throwApiError } from '../base/errors.ts';
import { assertNever, invariant } from '../base/invariant.ts';
import type { FieldType } from '../model/model.ts';
import type { Exists, Operand, Predicate, RelatedSource, Via } from '../plan/shape/predicate.ts';
import type { Rows } from '../plan/shape/rows.ts';
import type { Comparison } from '../scalars/operators.ts';
import { isPresent, PipelineScope, type Stage } from './scope.ts';
import type { Template, TemplateObject } from './template.ts';

/** A condition in the query language of `$match`. */
export type Query = TemplateObject;

const ALWAYS: Query = {};

export const NEVER: Query = { $nor: [{}] };

const isAlways = (query: Query): boolean => Object.keys(query).length === 0;

export function allOf(queries: readonly Query[]): Query {
  const members = queries.filter((query) => !isAlways(query));
  if (members.length === 0) return ALWAYS;
  return members.length === 1 && members[0] !== undefined ? members[0] : { $and: members };
}

const anyOf = (queries: readonly Query[]): Query => {
  if (queries.some(isAlways)) return ALWAYS;
  const [first, ...others] = queries;
  if (first === undefined) return NEVER;
  return others.length === 0 ? first : { $or: queries };
};

const noneOf = (query: Query): Query => (isAlways(query) ? NEVER : { $nor: [query] });

const OPERATORS: Readonly<Record<Comparison, string>> = {
  eq: '$eq',
  neq: '$ne',
  gt: '$gt',
  gte: '$gte',
  lt: '$lt',
  lte: '$lte',
};

const NEGATED: Readonly<Record<Comparison, Comparison>> = {
  eq: 'neq',
  neq: 'eq',
  gt: 'lte',
  gte: 'lt',
  lt: 'gte',
  lte: 'gt',
};

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  eq: 'eq',
  neq: 'neq',
  gt: 'lt',
  gte: 'lte',
  lt: 'gt',
  lte: 'gte',
};

/**
 * Compiles a three-valued condition to a query that matches the documents for which the condition is `wanted`. So an
 * unknown condition matches neither with true nor with false. May add stages to the scope.
 */
export function compilePredicate(predicate: Predicate, scope: PipelineScope, wanted = true): Query {
  const members = (predicates: readonly Predicate[]): readonly Query[] =>
    predicates.map((member) => compilePredicate(member, scope, wanted));
  switch (predicate.kind) {
    case 'constant':
      return predicate.value === wanted ? ALWAYS : NEVER;
    case 'unknown':
      return NEVER;
    case 'and':
      return wanted ? allOf(members(predicate.members)) : anyOf(members(predicate.members));
    case 'or':
      return wanted ? anyOf(members(predicate.members)) : allOf(members(predicate.members));
    case 'not':
      return compilePredicate(predicate.member, scope, !wanted);
    case 'when': {
      const condition = compilePredicate(predicate.condition, scope);
      const member = compilePredicate(predicate.member, scope, wanted);
      return wanted ? allOf([condition, member]) : anyOf([noneOf(condition), member]);
    }
    case 'compare':
      return compileComparison(predicate, scope, wanted);
    case 'in':
      return compileIn(predicate, scope, wanted !== predicate.negated);
    case 'isNull':
      return compileIsNull(predicate.operand, scope, wanted !== predicate.negated);
    case 'arrayContains':
      return compileContains(predicate, scope, wanted);
    case 'like':
      return compileLike(predicate, scope, wanted !== predicate.negated);
    case 'exists':
      return compileExists(predicate, scope, wanted);
    case 'matches':
      // A write compares hashes separately. Without fields, only "*" matches.
      invariant(predicate.fields.length === 0, 'the condition has no fields');
      return { $expr: { $eq: [{ $in: ['*', { $literal: scope.command.value(predicate.tags) }] }, wanted] } };
    case 'fullText':
      return throwApiError('OperationNotOffered', 'This condition is not supported on this database.');
    default:
      return assertNever(predicate);
  }
}

interface FieldOperand {
  readonly kind: 'field';
  /** Path of the field in the document. */
  readonly path: string;
}

type CompiledOperand = FieldOperand | { readonly kind: 'expression'; readonly expression: Template };

const expressionOf = (operand: CompiledOperand): Template =>
  operand.kind === 'field' ? `$${operand.path}` : operand.expression;

const canBeArray = ({ scalar, list }: FieldType): boolean => list || scalar === 'JSON';

function compileOperand(operand: Operand, scope: PipelineScope): CompiledOperand {
  switch (operand.kind) {
    case 'field': {
      if (operand.levelsUp === 0) {
        const path = fieldPath(operand, scope);
        // A condition on the path of an array would test its elements.
        return canBeArray(operand.field.type)
          ? { kind: 'expression', expression: `$${path}` }
          : { kind: 'field', path };
      }
      invariant(scope.outer, 'a condition refers to an enclosing document');
      const outer = compileOperand({ ...operand, levelsUp: operand.levelsUp - 1 }, scope.outer);
      return { kind: 'expression', expression: scope.outerExpression(String(expressionOf(outer))) };
    }
    case 'value':
      // Without `$literal`, a string such as "$name" would be a field.
      return { kind: 'expression', expression: { $literal: scope.command.value(operand.value) } };
    case 'call':
      return { kind: 'expression', expression: compileCall(operand, scope) };
    case 'jsonPath':
      return throwApiError('OperationNotOffered', 'Paths into JSON are not supported on this database.');
    case 'aggregate':
      invariant(scope.aggregates, 'the documents are groups');
      return { kind: 'field', path: scope.aggregates.field(operand.aggregate) };
    default:
      return assertNever(operand);
  }
}

function compileCall({ name, argument }: Extract<Operand, { kind: 'call' }>, scope: PipelineScope): Template {
  const input = expressionOf(compileOperand(argument, scope));
  const whenPresent = (expression: Template): Template => ({ $cond: [isPresent(input), expression, null] });
  switch (name) {
    case 'length':
      return whenPresent({ $strLenCP: input });
    case 'year':
      return { $year: input };
    case 'month':
      return { $month: input };
    case 'day':
      return { $dayOfMonth: input };
    case 'tolower':
    case 'toupper':
      return throwApiError(
        'OperationNotOffered',
        `"${name}" is not supported on this database, which changes only ASCII letters. Use an operator that ignores case, such as "icontains".`,
      );
    default:
      return assertNever(name);
  }
}

/** Returns the path of a field, and joins the documents on the way. */
export function fieldPath(
  { path, field }: { readonly path: readonly RelatedSource[]; readonly field: { readonly column: string } },
  scope: PipelineScope,
  prefix = '',
): string {
  const [step, ...rest] = path;
  if (step === undefined) return `${prefix}${field.column}`;
  const key = `${prefix}${JSON.stringify([step.entity.name, step.via.link.on, step.via.link.through?.source])}`;
  const name = scope.join(key, () => {
    const joined = scope.command.nextName('p');
    const inner = new PipelineScope(scope.command, scope);
    const from = addLinkedRows(step, inner, prefix);
    inner.add({ $limit: 1 });
    scope.add(lookup(from, inner, joined), { $set: { [joined]: { $first: `$${joined}` } } });
    return joined;
  });
  return fieldPath({ path: rest, field }, scope, `${name}.`);
}

function compileComparison(
  { operator, left, right }: Extract<Predicate, { kind: 'compare' }>,
  scope: PipelineScope,
  wanted: boolean,
): Query {
  const effective = wanted ? operator : NEGATED[operator];
  if (left.kind === 'value' && right.kind !== 'value') {
    return compileComparison({ kind: 'compare', operator: MIRRORED[effective], left: right, right: left }, scope, true);
  }
  const compiledLeft = compileOperand(left, scope);
  if (compiledLeft.kind === 'field' && right.kind === 'value') {
    const value = scope.command.value(right.value);
    if (effective === 'neq') {
      // Not `$nin` with null: DocumentDB looks up the values of `$nin` by a hash, in which 1.10 differs from 1.1.
      const { path } = compiledLeft;
      return {
        $and: [{ [path]: { $ne: value } }, { [path]: { $ne: null } }, { $expr: isPresent({ $literal: value }) }],
      };
    }
    // `$ne`, because a value of null would match null and missing fields.
    return { [compiledLeft.path]: { [OPERATORS[effective]]: value, $ne: null } };
  }
  const [first, second] = [expressionOf(compiledLeft), expressionOf(compileOperand(right, scope))];
  return { $expr: { $and: [isPresent(first), isPresent(second), { [OPERATORS[effective]]: [first, second] }] } };
}

function compileIn(
  { operand, values }: Extract<Predicate, { kind: 'in' }>,
  scope: PipelineScope,
  isListed: boolean,
): Query {
  const compiled = compileOperand(operand, scope);
  const list = scope.command.value(values);
  if (compiled.kind === 'field') {
    if (isListed) return { [compiled.path]: { $in: list } };
    // With an empty list, the condition is true even for null.
    return {
      $or: [{ [compiled.path]: { $nin: list, $ne: null } }, { $expr: { $eq: [{ $size: { $literal: list } }, 0] } }],
    };
  }
  const contains = { $in: [compiled.expression, { $literal: list }] };
  if (isListed) return { $expr: contains };
  return {
    $expr: {
      $or: [
        { $eq: [{ $size: { $literal: list } }, 0] },
        { $and: [isPresent(compiled.expression), { $not: [contains] }] },
      ],
    },
  };
}

function compileIsNull(operand: Operand, scope: PipelineScope, isNull: boolean): Query {
  const compiled = compileOperand(operand, scope);
  if (compiled.kind === 'field') return { [compiled.path]: isNull ? { $eq: null } : { $ne: null } };
  const present = isPresent(compiled.expression);
  return { $expr: isNull ? { $not: [present] } : present };
}

function compileContains(
  { operand, values, all }: Extract<Predicate, { kind: 'arrayContains' }>,
  scope: PipelineScope,
  wanted: boolean,
): Query {
  const list = expressionOf(compileOperand(operand, scope));
  const searched = { $literal: scope.command.value(values) };
  const contains = all
    ? { $setIsSubset: [searched, list] }
    : { $gt: [{ $size: { $setIntersection: [searched, list] } }, 0] };
  return { $expr: { $cond: [{ $isArray: list }, wanted ? contains : { $not: [contains] }, false] } };
}

/** @param matches false for strings that do not match, and are not null */
function compileLike(
  { operand, pattern, anyCase }: Extract<Predicate, { kind: 'like' }>,
  scope: PipelineScope,
  matches: boolean,
): Query {
  const compiled = compileOperand(operand, scope);
  const regex = scope.command.value(pattern);
  const options = anyCase ? 'is' : 's';
  if (compiled.kind === 'field') {
    const query = { $regex: regex, $options: options };
    return { [compiled.path]: matches ? query : { $not: query, $ne: null } };
  }
  const found = { $regexMatch: { input: compiled.expression, regex: { $literal: regex }, options } };
  return {
    $expr: matches
      ? { $and: [isPresent(compiled.expression), found] }
      : { $and: [isPresent(compiled.expression), { $not: [found] }] },
  };
}

function compileExists(predicate: Exists, scope: PipelineScope, wanted: boolean): Query {
  const { filter, unless, negated, levelsUp = 0, ...source } = predicate;
  const name = scope.command.nextName('e');
  const inner = new PipelineScope(scope.command, scope);
  const from = addLinkedRows(source, inner, '', levelsUp);
  if (filter !== undefined) {
    const query = compilePredicate(filter, inner);
    addMatch(inner, unless ? noneOf(query) : query);
  } else if (unless) addMatch(inner, NEVER);
  inner.add({ $limit: 1 }, { $project: { _id: 1 } });
  scope.add(lookup(from, inner, name));
  return { [name]: wanted !== negated ? { $ne: [] } : { $eq: [] } };
}

export function addMatch(scope: PipelineScope, query: Query): void {
  if (!isAlways(query)) scope.add({ $match: query });
}

/** Adds the conditions on the rows. */
export function addConditions({ visible, filter }: Pick<Rows, 'visible' | 'filter'>, scope: PipelineScope): void {
  for (const predicate of [visible, filter]) {
    if (predicate !== undefined) addMatch(scope, compilePredicate(predicate, scope));
  }
}

export function lookup(from: string, { stages, variables }: PipelineScope, as: string): Stage {
  return { $lookup: { from, let: variables, pipeline: stages, as } };
}

/**
 * Adds stages that select the visible documents linked to the enclosing one. Returns the collection in which the
 * pipeline starts.
 * @param prefix path of the document that has the link, with a dot; empty for the document of the scope
 * @param levelsUp number of scopes from the enclosing scope up to the document that has the link
 */
export function addLinkedRows(
  rows: Pick<Rows, 'entity' | 'visible' | 'filter'> & { readonly via: Via },
  scope: PipelineScope,
  prefix = '',
  levelsUp = 0,
): string {
  const { link, junctionVisible } = rows.via;
  const parentField = (column: string): string => outerField(`$${prefix}${column}`, scope, levelsUp);
  const { through } = link;
  if (through === undefined) {
    scope.add({ $match: linkQuery(link.on.map(([from, to]) => [parentField(from), `$${to}`])) });
    addConditions(rows, scope);
    return rows.entity.source.name;
  }
  scope.add({ $match: linkQuery(through.fromSource.map(([from, to]) => [parentField(from), `$${to}`])) });
  if (junctionVisible !== undefined) addMatch(scope, compilePredicate(junctionVisible, scope));
  const target = new PipelineScope(scope.command, scope);
  const toTarget = through.toTarget.map(([from, to]): Pair => [target.outerExpression(`$${from}`), `$${to}`]);
  target.add({ $match: linkQuery(toTarget) });
  const name = scope.command.nextName('j');
  scope.add(
    lookup(rows.entity.source.name, target, name),
    { $unwind: `$${name}` },
    { $replaceWith: `$${name}` },
    // Junction documents may link the same documents several times.
    { $group: { _id: '$_id', [name]: { $first: '$$ROOT' } } },
    { $replaceWith: `$${name}` },
  );
  addConditions(rows, scope);
  return through.source.name;
}

function outerField(expression: string, scope: PipelineScope, levelsUp: number): string {
  if (levelsUp === 0) return scope.outerExpression(expression);
  invariant(scope.outer, 'a link refers to an enclosing document');
  return scope.outerExpression(outerField(expression, scope.outer, levelsUp - 1));
}

type Pair = readonly [parent: string, child: string];

/** Null equals nothing. */
const linkQuery = (pairs: readonly Pair[]): Query => ({
  $expr: { $and: pairs.flatMap(([parent, child]) => [{ $eq: [child, parent] }, isPresent(parent)]) },
});
