import type { Coverage } from '../generate/coverage.ts';
import type { Random } from '../generate/random.ts';
import type { Entity, Relationship } from '../naive/entity.ts';
import type { Store } from '../naive/store.ts';
import type { ClaimPool } from './claim-pool.ts';
import type { FieldPath } from './expression.ts';

/** State shared by all parts of a generated expression. */
export interface MakeContext {
  readonly random: Random;
  /** Steers to the least-used features; counts only used expressions. */
  readonly coverage: Coverage;
  readonly store: Store;
  /** Absent if the language has no claims. */
  readonly claims: ClaimPool | undefined;
  /** Number of leaves that may still be generated. */
  readonly budget: { leaves: number };
}

/** A position in an expression. */
export interface Position {
  readonly item: Entity;
  /** Variables of enclosing quantifiers, outermost first. */
  readonly variables: readonly { readonly name: string; readonly entity: Entity }[];
  /** Zero-based. */
  readonly depth: number;
}

/** A path and its target entity. */
export interface TargetPath {
  readonly fieldPath: FieldPath;
  readonly entity: Entity;
}

/** Generates a path of at most this many relationships, from the innermost row unless `outward`. */
export function makeFieldPath(
  context: MakeContext,
  place: Position,
  { hops, outward }: { hops: number; outward: boolean },
): TargetPath {
  const { random, store } = context;
  const outer = [undefined, ...place.variables].slice(0, -1);
  const start = outward && outer.length > 0 ? outer[random.int(0, outer.length - 1)] : place.variables.at(-1);
  let entity = start?.entity ?? place.item;
  const steps: string[] = [];
  while (steps.length < hops) {
    const toOne = entity.relationships.filter(({ many }) => !many);
    if (toOne.length === 0) break;
    const { name, target }: Relationship = random.pick(toOne);
    steps.push(name);
    entity = store.entity(target);
  }
  return { fieldPath: { ...(start && { variable: start.name }), steps, ...writePath(random) }, entity };
}

function writePath(random: Random): Pick<FieldPath, 'prefix' | 'separator'> {
  const prefix = random.pick(['', '', '@item.', '@item.', '@item.', '@item/', '$it/'] as const);
  return { prefix, separator: prefix.startsWith('@') ? random.pick(['/', '.'] as const) : '/' };
}

export const randomHops = (random: Random): number => random.pick([0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3]);
