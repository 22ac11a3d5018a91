import { type DirectiveNode, type FieldNode, Kind, print, type SelectionNode } from 'graphql';
import type { Fragment, Generation, Level } from './generation.ts';
import { makeAlias } from './make-alias.ts';
import { argumentNode, booleanNode, fieldNode, namedTypeNode, nameNode, selectionSet } from './nodes.ts';
import { Scope } from './scope.ts';
import type { SelectableType } from './selectable.ts';
import { valueOrVariable } from './value-or-variable.ts';

const MAX_DEPTH = 5;
const MAX_FRAGMENTS = 4;

export interface SelectionTarget {
  readonly type: SelectableType;
  readonly scope: Scope;
  readonly level: Level;
}

export function makeSelections(generation: Generation, target: SelectionTarget): readonly SelectionNode[] {
  const { random } = generation;
  const count = target.type.name === 'Query' ? random.pick([1, 1, 2, 3]) : random.int(1, 5);
  const selections = random.times(count, () => makeSelection(generation, target)).filter((node) => node !== undefined);
  return selections.length > 0 ? selections : [makeTypename(target)];
}

/** Generates `__typename`, which every type has. */
function makeTypename({ scope }: SelectionTarget): FieldNode {
  const field = fieldNode('__typename');
  scope.enter('__typename', { field, signature: '__typename' });
  return field;
}

function makeSelection(generation: Generation, target: SelectionTarget): SelectionNode | undefined {
  const dice = generation.random.next();
  if (dice < 0.06) return makeInlineFragment(generation, target);
  if (dice < 0.14) return makeSpread(generation, target);
  if (dice < 0.2) return repeatField(generation, target);
  return makeField(generation, target);
}

function makeField(generation: Generation, target: SelectionTarget): FieldNode | undefined {
  const { random, coverage, budget } = generation;
  const { type, scope, level } = target;
  if (budget.fields <= 0) return undefined;
  budget.fields -= 1;
  const canNest = level.depth < MAX_DEPTH && budget.fields > 3;
  const candidates = type.fields(generation).filter(({ nested }) => canNest || !nested);
  const nested = candidates.filter((candidate) => candidate.nested);
  const field = coverage.pickRare(
    random,
    nested.length > 0 && random.chance(0.4) ? nested : candidates,
    ({ feature }) => feature,
  );
  coverage.count(field.feature);
  const { args, inner } = field.make(generation, level);
  const alias = makeAlias(generation, scope, field.name);
  if (alias !== undefined) coverage.count('alias');
  const node = fieldNode(field.name, alias, args);
  const place = inner && {
    type: inner.type,
    level: { depth: level.depth + 1, rows: Math.max(1, level.rows * inner.rows) },
  };
  const within = scope.enter(alias ?? field.name, {
    field: node,
    signature: `${field.name} ${args.map(print).sort().join(' ')}`,
    ...(place && { place }),
  });
  return finishField(generation, node, place && { ...place, scope: within });
}

function finishField(generation: Generation, node: FieldNode, within: SelectionTarget | undefined): FieldNode {
  const directives = makeDirectives(generation);
  if (within === undefined) return { ...node, directives };
  return { ...node, directives, selectionSet: selectionSet(makeSelections(generation, within)) };
}

/** Repeats an existing field with other selections, which are merged. */
function repeatField(generation: Generation, { scope }: SelectionTarget): FieldNode | undefined {
  const { random, coverage } = generation;
  const responseFields = scope.responseFields();
  if (responseFields.length === 0) return undefined;
  const responseField = random.pick(responseFields);
  const { field, place } = responseField;
  coverage.count(place === undefined ? 'repeated leaf' : 'repeated field');
  const within = scope.enter((field.alias ?? field.name).value, responseField);
  return finishField(generation, field, place && { ...place, scope: within });
}

function makeInlineFragment(generation: Generation, target: SelectionTarget): SelectionNode {
  const { random, coverage } = generation;
  const typed = random.chance(0.5);
  coverage.count(typed ? 'inline fragment with a type' : 'inline fragment');
  return {
    kind: Kind.INLINE_FRAGMENT,
    ...(typed && { typeCondition: namedTypeNode(target.type.name) }),
    directives: makeDirectives(generation),
    selectionSet: selectionSet(makeSelections(generation, target)),
  };
}

/** Spreads an existing fragment that fits, or a new one. */
function makeSpread(generation: Generation, target: SelectionTarget): SelectionNode | undefined {
  const { random, coverage, fragments } = generation;
  if (target.type.shareable === false) return undefined;
  const fitting = fragments.filter((fragment) => fits(fragment, target));
  if (fitting.length === 0 && fragments.length >= MAX_FRAGMENTS) return undefined;
  const isRepeated = fitting.length > 0 && random.chance(0.8);
  const fragment = isRepeated ? random.pick(fitting) : makeFragment(generation, target);
  if (!fits(fragment, target)) return undefined;
  coverage.count(isRepeated ? 'fragment spread again' : 'fragment spread');
  target.scope.absorb(fragment.scope);
  return { kind: Kind.FRAGMENT_SPREAD, name: fragment.definition.name, directives: makeDirectives(generation) };
}

const fits = ({ type, level, scope }: Fragment, target: SelectionTarget): boolean =>
  type === target.type.name &&
  target.level.depth <= level.depth &&
  target.level.rows <= level.rows &&
  target.scope.accepts(scope);

const fragmentNames = ['Parts', 'select', 'F', '_', 'constructor', 'fragment', 'Order'];

function makeFragment(generation: Generation, { type, level }: SelectionTarget): Fragment {
  const { random, fragments } = generation;
  const scope = new Scope();
  // Nested fragments are finished first, so there are no cycles.
  const selections = makeSelections(generation, { type, scope, level });
  const definition = {
    kind: Kind.FRAGMENT_DEFINITION,
    name: nameNode(`${random.pick(fragmentNames)}${fragments.length}`),
    typeCondition: namedTypeNode(type.name),
    selectionSet: selectionSet(selections),
  } as const;
  const fragment = { definition, type: type.name, scope, level };
  fragments.push(fragment);
  return fragment;
}

const DIRECTIVES = 0.1;

/** Generates `@include`, `@skip`, or both, usually keeping the selection. */
function makeDirectives(generation: Generation): readonly DirectiveNode[] {
  const { random, coverage } = generation;
  if (!random.chance(DIRECTIVES)) return [];
  return random.pick([['include'], ['skip'], ['include'], ['skip'], ['skip', 'include']]).map((name) => {
    const stays = random.chance(0.75);
    const usage = { type: 'Boolean', shape: 'scalar', nullable: false, isReusable: true } as const;
    const condition = valueOrVariable(generation, usage, false, () => booleanNode((name === 'include') === stays));
    coverage.count(`@${name} ${condition.kind === Kind.VARIABLE ? 'by a variable' : 'literally'}`);
    return {
      kind: Kind.DIRECTIVE,
      name: nameNode(name),
      arguments: [argumentNode('if', condition)],
    } as const;
  });
}
