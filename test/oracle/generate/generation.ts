import type { ConstValueNode, FragmentDefinitionNode } from 'graphql';
import type { Row } from '../naive/entity.ts';
import type { Store } from '../naive/store.ts';
import type { Coverage } from './coverage.ts';
import type { Random } from './random.ts';
import type { Scope } from './scope.ts';
import type { EntityShape, Shape } from './shape.ts';
import type { Variables } from './variables.ts';

/** Cursors of one entity and order from the tested service. */
export interface CursorSet {
  readonly entity: string;
  /** A list. */
  readonly orderBy: ConstValueNode;
  readonly cursors: readonly string[];
}

/** State shared by all parts of a generated operation. */
export interface Generation {
  readonly random: Random;
  readonly coverage: Coverage;
  readonly shape: Shape;
  readonly store: Store;
  readonly cursorSets: readonly CursorSet[];
  readonly variables: Variables;
  readonly fragments: Fragment[];
  /** Remaining size, which keeps operations within the limits of a service. */
  readonly budget: { fields: number; aliases: number; filters: number };
}

/** Nesting level of a selection. */
export interface Level {
  readonly depth: number;
  /** Maximum number of objects at this level. */
  readonly rows: number;
}

/** A finished fragment. It fits levels that are at most as deep and large as its own. */
export interface Fragment {
  readonly definition: FragmentDefinitionNode;
  readonly type: string;
  readonly scope: Scope;
  readonly level: Level;
}

/** @throws Error if the entity does not exist */
export function shapeOf({ shape }: Generation, entity: string): EntityShape {
  const found = shape.entities.get(entity);
  if (found === undefined) throw new Error(`There is no entity called "${entity}".`);
  return found;
}

export function pickRow({ random, store }: Generation, { entity }: EntityShape): Row | undefined {
  return pickOrNone(random, store.rows(entity));
}

export const pickOrNone = <T>(random: Random, items: readonly T[]): T | undefined =>
  items.length === 0 ? undefined : random.pick(items);
