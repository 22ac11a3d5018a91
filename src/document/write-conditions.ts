import type { Assignment } from '../plan/shape/changes.ts';
import type { Matches, Operand, Predicate } from '../plan/shape/predicate.ts';
import { compilePredicate, type Query } from './compile-predicate.ts';
import { CommandContext, PipelineScope } from './scope.ts';
import type { Template } from './template.ts';

/** Returns true if the condition reads only its own document. */
export function isOwn(predicate: Predicate | undefined): boolean {
  if (predicate === undefined) return true;
  const scope = new PipelineScope(new CommandContext());
  compilePredicate(predicate, scope);
  return scope.stages.length === 0;
}

/** Separates the condition of `ifMatch`, because the database cannot calculate the hash of a document. */
export function splitMatches(where: Predicate | undefined): {
  readonly matches?: Matches;
  readonly rest?: Predicate;
} {
  const isHashed = (predicate: Predicate): predicate is Matches =>
    predicate.kind === 'matches' && predicate.fields.length > 0;
  const members = where?.kind === 'and' ? where.members : where === undefined ? [] : [where];
  const matches = members.find(isHashed);
  if (matches === undefined) return where === undefined ? {} : { rest: where };
  return { matches, rest: { kind: 'and', members: members.filter((member) => member !== matches) } };
}

/** Replaces assigned fields with their values, so that the condition applies to the document after the update. */
export function withAssigned(predicate: Predicate, set: readonly Assignment[]): Predicate {
  const operand = (value: Operand): Operand => {
    if (value.kind === 'call') return { ...value, argument: operand(value.argument) };
    if (value.kind !== 'field') return value;
    const { column, type } = value.field;
    const assigned = set.find((assignment) => assignment.column === column);
    if (assigned === undefined) return value;
    const source = assigned.value?.source ?? ({ kind: 'constant', value: null } as const);
    return { kind: 'value', value: { source, use: { kind: 'value', type } } };
  };
  const replace = (member: Predicate): Predicate => withAssigned(member, set);
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return { ...predicate, members: predicate.members.map(replace) };
    case 'not':
      return { ...predicate, member: replace(predicate.member) };
    case 'when':
      return { ...predicate, condition: replace(predicate.condition), member: replace(predicate.member) };
    case 'compare':
      return { ...predicate, left: operand(predicate.left), right: operand(predicate.right) };
    case 'in':
    case 'isNull':
    case 'arrayContains':
    case 'like':
      return { ...predicate, operand: operand(predicate.operand) };
    default:
      return predicate;
  }
}

/** Requires that the fields still have the captured values, unless a tag is `*`. */
export function unchanged({ fields, tags }: Matches, write: number, command: CommandContext): Query {
  const equal = fields.map(({ column, type }): Template => {
    const value = command.value({ source: { kind: 'captured', write, column }, use: { kind: 'value', type } });
    return { $eq: [{ $ifNull: [`$${column}`, null] }, { $literal: value }] };
  });
  return { $expr: { $or: [{ $in: ['*', { $literal: command.value(tags) }] }, { $and: equal }] } };
}
