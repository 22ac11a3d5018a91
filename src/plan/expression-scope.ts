import { didYouMean } from '../base/did-you-mean.ts';
import { refuse } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Entity, Field, FieldType, Relationship } from '../model/model.ts';
import { plainType } from '../model/plain-type.ts';
import type { Call, CallName, Claim, Literal, Path, Operand as Written } from '../odata/expression.ts';
import type { SlotSource } from '../operation/operation.ts';
import type { ScalarName } from '../scalars/scalar.ts';
import { literalValue } from './literal-value.ts';
import type { Operand, RelatedSource } from './plan.ts';
import type { Slot } from './slot.ts';

/** How the names of an expression are found: by a role's rights for `$filter`, without them for a policy. */
export interface Resolver {
  /** Undefined where there is no such field. @throws Refusal Forbidden */
  readonly field: (entity: Entity, name: string) => Field | undefined;
  /** Undefined where there is no such relationship. @throws Refusal Forbidden */
  readonly related: (entity: Entity, name: string) => { relationship: Relationship; target: RelatedSource } | undefined;
  /** What could have been meant. */
  readonly names: (entity: Entity) => readonly string[];
  /** Where a literal is read from on each call; the expression itself, or variables of its shape. */
  readonly literal: (literal: Literal) => SlotSource;
  /** Values that one `in` may have. */
  readonly maxInValues: number;
}

export interface ExpressionScope {
  readonly resolver: Resolver;
  /** The rows that names stand for: the item itself, outermost, then one for each quantifier or step around. */
  readonly levels: readonly { readonly variable: string | undefined; readonly entity: Entity }[];
}

/** An operand and what can be asked of it. */
export interface Typed {
  readonly operand: Operand;
  readonly type: FieldType;
}

/** An operand with its type; a literal or claim takes `wanted`, else what its form says. @throws Refusal BadRequest, InvalidField, Forbidden */
export function resolveOperand(written: Written, wanted: FieldType | undefined, scope: ExpressionScope): Typed {
  switch (written.kind) {
    case 'path':
      return resolvePath(written, scope);
    case 'call':
      return resolveCall(written, scope);
    default: {
      const type = wanted ?? plainType(written.kind === 'claim' ? 'String' : scalarOf(written));
      return { operand: { kind: 'value', value: slotFor(written, type, scope) }, type };
    }
  }
}

/** A literal or claim as a slot. A literal that stands fast is checked at once. @throws Refusal BadRequest */
export function slotFor(written: Literal | Claim, type: FieldType, { resolver }: ExpressionScope): Slot {
  if (written.kind === 'claim') return { source: { kind: 'claim', name: written.name }, use: { kind: 'value', type } };
  const source = resolver.literal(written);
  if (source.kind === 'constant' && written.type !== 'null') literalValue(written, type);
  return { source, use: { kind: 'value', type } };
}

function resolvePath(path: Path, scope: ExpressionScope): Typed {
  const { entity, up } = findLevel(path, scope);
  const { steps, last, reached } = followSteps(path, entity, scope);
  const field = scope.resolver.field(reached, last) ?? refuseName(path, last, reached, scope);
  return { operand: { kind: 'field', up, path: steps, field }, type: field.type };
}

/** A to-many relationship at the end of a path of to-one ones. @throws Refusal BadRequest, InvalidField, Forbidden */
export function resolveRelationship(
  path: Path,
  scope: ExpressionScope,
): { target: RelatedSource; steps: readonly RelatedSource[]; up: number } {
  const { entity, up } = findLevel(path, scope);
  const { steps, last, reached } = followSteps(path, entity, scope);
  const found = scope.resolver.related(reached, last) ?? refuseName(path, last, reached, scope);
  return { target: found.target, steps, up };
}

function findLevel({ variable, at }: Path, { levels }: ExpressionScope): { entity: Entity; up: number } {
  const index = variable === undefined ? 0 : levels.findLastIndex((level) => level.variable === variable);
  const level = levels[index];
  invariant(level, `the parser knows the variable at ${at}`);
  return { entity: level.entity, up: levels.length - 1 - index };
}

function followSteps(
  path: Path,
  from: Entity,
  scope: ExpressionScope,
): { steps: readonly RelatedSource[]; last: string; reached: Entity } {
  const names = [...path.segments];
  const last = names.pop();
  if (last === undefined)
    return refuse('BadRequest', `At position ${path.at}: name a field of "${path.variable}".`, { position: path.at });
  let reached = from;
  const steps = names.map((name) => {
    const { relationship, target } = scope.resolver.related(reached, name) ?? refuseName(path, name, reached, scope);
    if (relationship.many) {
      refuse('BadRequest', `At position ${path.at}: "${name}" leads to many; ask with ${name}/any(x: x/… ) or all.`, {
        position: path.at,
      });
    }
    reached = target.entity;
    return target;
  });
  return { steps, last, reached };
}

function refuseName({ at }: Path, name: string, entity: Entity, { resolver }: ExpressionScope): never {
  return refuse(
    'InvalidField',
    `At position ${at}: "${entity.name}" has no "${name}".${didYouMean(name, resolver.names(entity))}`,
    {
      position: at,
      field: name,
    },
  );
}

const argumentScalars: Readonly<Record<CallName, readonly ScalarName[]>> = {
  tolower: ['String'],
  toupper: ['String'],
  length: ['String'],
  year: ['Date', 'DateTime'],
  month: ['Date', 'DateTime'],
  day: ['Date', 'DateTime'],
};

function resolveCall({ name, argument, at }: Call, scope: ExpressionScope): Typed {
  const { operand, type } = resolveOperand(argument, undefined, scope);
  if (type.list || type.enum !== undefined || !argumentScalars[name].includes(type.scalar)) {
    refuse('BadRequest', `At position ${at}: "${name}" takes a ${argumentScalars[name].join(' or ')}.`, {
      position: at,
    });
  }
  const result = name === 'tolower' || name === 'toupper' ? type : plainType('Int');
  return { operand: { kind: 'call', name, argument: operand }, type: result };
}

const scalarsOfForms: Readonly<Record<Literal['type'], ScalarName>> = {
  null: 'String',
  boolean: 'Boolean',
  text: 'String',
  number: 'Decimal',
  guid: 'UUID',
  date: 'Date',
  dateTime: 'DateTime',
  time: 'LocalTime',
};

const scalarOf = (literal: Literal): ScalarName => scalarsOfForms[literal.type];
