import type { ConstValueNode, FragmentDefinitionNode } from 'graphql';
import type { Row } from '../naive/entity.ts';
import type { Store } from '../naive/store.ts';
import type { Coverage } from './coverage.ts';
import type { Random } from './random.ts';
import type { Scope } from './scope.ts';
import type { EntityShape, Shape } from './shape.ts';
import type { Variables } from './variables.ts';

/** Cursors of one entity under one order, as the service under test gave them. */
export interface CursorSet {
  readonly entity: string;
  /** A list. */
  readonly orderBy: ConstValueNode;
  readonly cursors: readonly string[];
}

/** What all parts of one operation share while it is made. */
export interface Generation {
  readonly random: Random;
  readonly coverage: Coverage;
  readonly shape: Shape;
  readonly store: Store;
  readonly cursorSets: readonly CursorSet[];
  readonly variables: Variables;
  readonly fragments: Fragment[];
  /** What may still be made: it keeps operations within what a service takes. */
  readonly budget: { fields: number; aliases: number; filters: number };
}

/** How far down the answer a selection stands. */
export interface Level {
  readonly depth: number;
  /** At most so many objects stand there in the answer. */
  readonly rows: number;
}

/** A finished fragment. It fits where the level is no deeper and has no more rows than the one it was made for. */
export interface Fragment {
  readonly definition: FragmentDefinitionNode;
  readonly type: string;
  readonly scope: Scope;
  readonly level: Level;
}

/** @throws Error when there is no such entity */
export function shapeOf({ shape }: Generation, entity: string): EntityShape {
  const found = shape.entities.get(entity);
  if (found === undefined) throw new Error(`There is no entity called "${entity}".`);
  return found;
}

/** A row of the entity, if it has any. */
export function pickRow({ random, store }: Generation, { entity }: EntityShape): Row | undefined {
  return pickOrNone(random, store.rows(entity));
}

export const pickOrNone = <T>(random: Random, items: readonly T[]): T | undefined =>
  items.length === 0 ? undefined : random.pick(items);
