import { type DirectiveNode, type FieldNode, Kind, print, type SelectionNode } from 'graphql';
import type { Fragment, Generation, Level } from './generation.ts';
import { makeAlias } from './make-alias.ts';
import { argumentNode, booleanNode, fieldNode, namedTypeNode, nameNode, selectionSet } from './nodes.ts';
import { placeValue } from './place-value.ts';
import { Scope } from './scope.ts';
import type { SelectableType } from './selectable.ts';

const MAX_DEPTH = 5;
const MAX_FRAGMENTS = 4;

export interface SelectionAim {
  readonly type: SelectableType;
  readonly scope: Scope;
  readonly level: Level;
}

export function makeSelections(generation: Generation, aim: SelectionAim): readonly SelectionNode[] {
  const { random } = generation;
  const count = aim.type.name === 'Query' ? random.pick([1, 1, 2, 3]) : random.int(1, 5);
  const selections = random.times(count, () => makeSelection(generation, aim)).filter((node) => node !== undefined);
  return selections.length > 0 ? selections : [makeTypename(aim)];
}

/** Generates `__typename`, which every type has. */
function makeTypename({ scope }: SelectionAim): FieldNode {
  const field = fieldNode('__typename');
  scope.enter('__typename', { field, signature: '__typename' });
  return field;
}

function makeSelection(generation: Generation, aim: SelectionAim): SelectionNode | undefined {
  const dice = generation.random.next();
  if (dice < 0.06) return makeInlineFragment(generation, aim);
  if (dice < 0.14) return makeSpread(generation, aim);
  if (dice < 0.2) return repeatField(generation, aim);
  return makeField(generation, aim);
}

function makeField(generation: Generation, aim: SelectionAim): FieldNode | undefined {
  const { random, coverage, budget } = generation;
  const { type, scope, level } = aim;
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

function finishField(generation: Generation, node: FieldNode, within: SelectionAim | undefined): FieldNode {
  const directives = makeDirectives(generation);
  if (within === undefined) return { ...node, directives };
  return { ...node, directives, selectionSet: selectionSet(makeSelections(generation, within)) };
}

/** Repeats an existing field with other selections, which are merged. */
function repeatField(generation: Generation, { scope }: SelectionAim): FieldNode | undefined {
  const { random, coverage } = generation;
  const occupants = scope.occupants();
  if (occupants.length === 0) return undefined;
  const occupant = random.pick(occupants);
  const { field, place } = occupant;
  coverage.count(place === undefined ? 'repeated leaf' : 'repeated field');
  const within = scope.enter((field.alias ?? field.name).value, occupant);
  return finishField(generation, field, place && { ...place, scope: within });
}

function makeInlineFragment(generation: Generation, aim: SelectionAim): SelectionNode {
  const { random, coverage } = generation;
  const typed = random.chance(0.5);
  coverage.count(typed ? 'inline fragment with a type' : 'inline fragment');
  return {
    kind: Kind.INLINE_FRAGMENT,
    ...(typed && { typeCondition: namedTypeNode(aim.type.name) }),
    directives: makeDirectives(generation),
    selectionSet: selectionSet(makeSelections(generation, aim)),
  };
}

/** Spreads an existing fragment that fits, or a new one. */
function makeSpread(generation: Generation, aim: SelectionAim): SelectionNode | undefined {
  const { random, coverage, fragments } = generation;
  if (aim.type.shareable === false) return undefined;
  const fitting = fragments.filter((fragment) => fits(fragment, aim));
  if (fitting.length === 0 && fragments.length >= MAX_FRAGMENTS) return undefined;
  const isRepeated = fitting.length > 0 && random.chance(0.8);
  const fragment = isRepeated ? random.pick(fitting) : makeFragment(generation, aim);
  if (!fits(fragment, aim)) return undefined;
  coverage.count(isRepeated ? 'fragment spread again' : 'fragment spread');
  aim.scope.absorb(fragment.scope);
  return { kind: Kind.FRAGMENT_SPREAD, name: fragment.definition.name, directives: makeDirectives(generation) };
}

const fits = ({ type, level, scope }: Fragment, aim: SelectionAim): boolean =>
  type === aim.type.name && aim.level.depth <= level.depth && aim.level.rows <= level.rows && aim.scope.accepts(scope);

const fragmentNames = ['Parts', 'select', 'F', '_', 'constructor', 'fragment', 'Order'];

function makeFragment(generation: Generation, { type, level }: SelectionAim): Fragment {
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
    const place = { type: 'Boolean', shape: 'scalar', nullable: false, shared: true } as const;
    const condition = placeValue(generation, place, false, () => booleanNode((name === 'include') === stays));
    coverage.count(`@${name} ${condition.kind === Kind.VARIABLE ? 'by a variable' : 'literally'}`);
    return {
      kind: Kind.DIRECTIVE,
      name: nameNode(name),
      arguments: [argumentNode('if', condition)],
    } as const;
  });
}
