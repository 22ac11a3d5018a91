import { nearest } from '../../base/did-you-mean.ts';
import { invariant } from '../../base/invariant.ts';
import type { Entity, Field, FieldType, Relationship } from '../../model/model.ts';
import { plainType } from '../../model/plain-type.ts';
import type { Call, CallName, Claim, Literal, Operand as OperandExpression, Path } from '../../odata/expression.ts';
import { rejectAt } from '../../odata/reject-at.ts';
import type { SlotSource } from '../../operation/operation.ts';
import { isPlainText } from '../../scalars/operators.ts';
import type { ScalarName } from '../../scalars/scalar.ts';
import { describeType } from '../../values/describe-type.ts';
import { literalValue } from '../../values/literal-value.ts';
import { noField, noRelationship, unknownField, unknownRelationship } from '../name-mistakes.ts';
import type { Operand, RelatedSource } from '../shape/predicate.ts';
import type { Slot } from '../shape/slot.ts';

/**
 * Resolves the names and literals of an expression. The rights of the role apply to names in a `$filter`, but not to
 * names in a policy.
 */
export interface Resolver {
  /** @throws ApiError Forbidden */
  readonly field: (entity: Entity, name: string) => Field | undefined;
  /** @throws ApiError Forbidden */
  readonly related: (entity: Entity, name: string) => { relationship: Relationship; target: RelatedSource } | undefined;
  /** Returns names for suggestions; empty if names must not be revealed. */
  readonly names: (entity: Entity) => readonly string[];
  /** Returns a constant for a policy, a variable for a `$filter`. */
  readonly literal: (literal: Literal) => SlotSource;
  /** Returns one source for the literals of an `in`. Absent if each literal has its own source. */
  readonly literals?: (literals: readonly Literal[]) => SlotSource;
  /** Query option or `policy` that contains the expression, for messages. */
  readonly option: string;
  readonly maxInValues: number;
  readonly maxPatternLength: number;
}

export interface ExpressionScope {
  readonly resolver: Resolver;
  /**
   * Enclosing rows, outermost first. The first is the item. Each quantifier adds one level per step of its path, and
   * one for its variable.
   */
  readonly levels: readonly { readonly variable: string | undefined; readonly entity: Entity }[];
}

export interface TypedOperand {
  readonly operand: Operand;
  readonly type: FieldType;
}

/**
 * @param wanted type of a literal or claim; if undefined, the syntax determines the type
 * @throws ApiError BadRequest, InvalidField, Forbidden
 */
export function resolveOperand(
  expression: OperandExpression,
  wanted: FieldType | undefined,
  scope: ExpressionScope,
): TypedOperand {
  switch (expression.kind) {
    case 'path':
      return resolvePath(expression, scope);
    case 'call':
      return resolveCall(expression, wanted, scope);
    default: {
      const type = wanted ?? typeOfLiterals([expression]);
      return { operand: { kind: 'value', value: slotFor(expression, type, scope) }, type };
    }
  }
}

/**
 * Returns the slot of a literal or claim. Checks the literal of a policy now, because it is constant.
 * @throws ApiError BadRequest
 */
export function slotFor(item: Literal | Claim, type: FieldType, { resolver }: ExpressionScope): Slot {
  if (item.kind === 'claim') return { source: { kind: 'claim', name: item.name }, use: { kind: 'value', type } };
  const source = resolver.literal(item);
  if (source.kind === 'constant') literalValue({ ...item, option: resolver.option }, type);
  return { source, use: { kind: 'value', type } };
}

function resolvePath(path: Path, scope: ExpressionScope): TypedOperand {
  const { entity, levelsUp } = findLevel(path, scope);
  const { steps, last, reached } = followSteps(path, entity, scope);
  const field = scope.resolver.field(reached, last) ?? rejectField(path, last, reached, scope);
  return { operand: { kind: 'field', levelsUp, path: steps, field }, type: field.type };
}

/**
 * Resolves a to-many relationship at the end of a path of to-one relationships.
 * @throws ApiError BadRequest, InvalidField, Forbidden
 */
export function resolveRelationship(
  path: Path,
  scope: ExpressionScope,
): { target: RelatedSource; steps: readonly RelatedSource[]; levelsUp: number } {
  const { entity, levelsUp } = findLevel(path, scope);
  const { steps, last, reached } = followSteps(path, entity, scope);
  const relationship = scope.resolver.related(reached, last) ?? rejectRelationship(path, last, reached, scope);
  return { target: relationship.target, steps, levelsUp };
}

function findLevel({ variable, at }: Path, { levels }: ExpressionScope): { entity: Entity; levelsUp: number } {
  const index = variable === undefined ? 0 : levels.findLastIndex((level) => level.variable === variable);
  const level = levels[index];
  invariant(level, `the parser knows the variable at ${at}`);
  return { entity: level.entity, levelsUp: levels.length - 1 - index };
}

function followSteps(
  path: Path,
  from: Entity,
  scope: ExpressionScope,
): { steps: readonly RelatedSource[]; last: string; reached: Entity } {
  const names = [...path.segments];
  const last = names.pop();
  if (last === undefined)
    return rejectIn(scope, path.at, `Add a field of "${path.variable}", as in "${path.variable}/…".`);
  let reached = from;
  const steps = names.map((name) => {
    const { relationship, target } =
      scope.resolver.related(reached, name) ?? rejectRelationship(path, name, reached, scope);
    if (relationship.many) {
      rejectIn(scope, path.at, `"${name}" is a to-many relationship. Use ${name}/any(x: x/…) or all.`);
    }
    reached = target.entity;
    return target;
  });
  return { steps, last, reached };
}

function rejectField(path: Path, name: string, entity: Entity, scope: ExpressionScope): never {
  const { resolver } = scope;
  if (resolver.related(entity, name) !== undefined) {
    return rejectName(path, name, noField(entity, name, `Add one of its fields, as in "${name}/…"`), scope);
  }
  const known = resolver.names(entity);
  // The client may have meant a string: `city eq Oslo`.
  const advice = nearest(name, known) === undefined ? ' Put strings in single quotes.' : '';
  return rejectName(path, name, unknownField(entity, name, known) + advice, scope);
}

function rejectRelationship(path: Path, name: string, entity: Entity, scope: ExpressionScope): never {
  const { resolver } = scope;
  return resolver.field(entity, name) === undefined
    ? rejectName(path, name, unknownRelationship(entity, name, resolver.names(entity)), scope)
    : rejectName(path, name, noRelationship(entity, name), scope);
}

const rejectName = ({ at }: Path, field: string, message: string, { resolver: { option } }: ExpressionScope): never =>
  rejectAt({ option, at }, message, { code: 'InvalidField', details: { field } });

/** @throws ApiError BadRequest, always */
export const rejectIn = ({ resolver: { option } }: ExpressionScope, at: number, message: string): never =>
  rejectAt({ option, at }, message);

const argumentScalars: Readonly<Record<CallName, readonly ScalarName[]>> = {
  tolower: ['String'],
  toupper: ['String'],
  length: ['String'],
  year: ['Date', 'DateTime'],
  month: ['Date', 'DateTime'],
  day: ['Date', 'DateTime'],
};

function resolveCall(
  { name, argument, at }: Call,
  wanted: FieldType | undefined,
  scope: ExpressionScope,
): TypedOperand {
  const returnsText = name === 'tolower' || name === 'toupper';
  const inner = returnsText && wanted !== undefined && isPlainText(wanted) ? wanted : undefined;
  const { operand, type } = resolveOperand(argument, inner, scope);
  const isUnsupported = type.scalar === 'String' && !isPlainText(type);
  if (type.list || isUnsupported || !argumentScalars[name].includes(type.scalar)) {
    rejectIn(scope, at, `"${name}" requires a ${argumentScalars[name].join(' or ')}, found ${describeType(type)}.`);
  }
  return { operand: { kind: 'call', name, argument: operand }, type: returnsText ? type : plainType('Int') };
}

const scalarByLiteralType: Readonly<Record<Literal['type'], ScalarName>> = {
  null: 'String',
  boolean: 'Boolean',
  text: 'String',
  number: 'Decimal',
  guid: 'UUID',
  date: 'Date',
  dateTime: 'DateTime',
  time: 'LocalTime',
};

/** Returns the type of the first non-null literal; `String` if there is none. */
export function typeOfLiterals(items: readonly (Literal | Claim)[]): FieldType {
  const literal = items.find((item) => item.kind === 'literal' && item.type !== 'null');
  return plainType(literal?.kind === 'literal' ? scalarByLiteralType[literal.type] : 'String');
}
