import { type Entity, entityOf, rowsOf } from './entity.ts';
import { type Code, Failure } from './failure.ts';
import { keepRows } from './keep-rows.ts';
import type { Action, Caller } from './right.ts';
import { isAllowed, rightOf } from './role-rights.ts';
import { isVisible, textOfKey } from './show.ts';
import type { State } from './state.ts';
import type { DeleteMany, UpdateMany } from './step.ts';
import type { Row } from './table.ts';

/** The caller and the data of an action. */
export interface Scene {
  readonly state: State;
  readonly caller: Caller;
  /** Returns whether an ETag matches the row; true without an ETag. */
  readonly matches: (entity: Entity, row: Row | undefined) => boolean;
}

export interface Done {
  readonly affected: number;
  readonly created: boolean;
  readonly rows: readonly Row[];
  /** The state in which rows are read; deleted rows are read before. */
  readonly visibleIn: State;
}

/** Returns rows after a change in this order. */
export function done(
  entity: Entity,
  keys: readonly string[],
  { scene: { state }, created }: { readonly scene: Scene; readonly created: boolean },
): Done {
  const rows = state.at(entity.table.name, keys);
  const shown = entity.view === undefined ? rows : rows.filter(entity.view.shows);
  return { affected: keys.length, created, rows: shown, visibleIn: state };
}

/** Finds a row regardless of permissions. */
export const findRow = (entity: Entity, key: Row, { state }: Scene): Row | undefined => {
  const row = state.of(entity.table.name).get(textOfKey(entity, key));
  return row === undefined || entity.view?.shows(row) === false ? undefined : row;
};

/** Returns whether the policy of the action allows the row, and the role can see it if it may read. */
export const mayTouch = (entity: Entity, row: Row, action: Action, { state, caller }: Scene): boolean =>
  isAllowed(caller, action, { entity, row, state }) &&
  (rightOf(caller, entity.name, 'read') === undefined || isVisible(caller, entity, { row, state }));

/**
 * Returns the row if permitted.
 * @throws Failure if the role can read it, but only the action's policy excludes it
 */
export function findTarget(entity: Entity, row: Row | undefined, action: Action, scene: Scene): Row | undefined {
  if (row === undefined || mayTouch(entity, row, action, scene)) return row;
  const { caller, state } = scene;
  if (rightOf(caller, entity.name, 'read') !== undefined && isVisible(caller, entity, { row, state }))
    fail('Forbidden');
  return undefined;
}

/** Returns the rows that match a filter and that the role may see and change. */
export function rowsToChange(
  { entity: name, filter }: UpdateMany | DeleteMany,
  action: Action,
  scene: Scene,
): readonly Row[] {
  const entity = entityOf(name);
  return keepRows(rowsOf(scene.state, entity), filter).filter((row) => mayTouch(entity, row, action, scene));
}

/** @throws Failure always */
export function fail(...codes: readonly Code[]): never {
  throw new Failure(codes, 'during a statement');
}
