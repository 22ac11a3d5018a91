import { type Entity, entityOf, rowsOf } from './entity.ts';
import { type Code, Failure } from './failure.ts';
import { keepRows } from './keep-rows.ts';
import type { Action, Caller } from './right.ts';
import { isAllowed, rightOf } from './role-rights.ts';
import { isVisible, textOfKey } from './show.ts';
import type { State } from './state.ts';
import type { DeleteMany, UpdateMany } from './step.ts';
import type { Row } from './table.ts';

/** Who does something, and to what. */
export interface Scene {
  readonly state: State;
  readonly caller: Caller;
  /** Whether a tag still tells the row; true without a tag. */
  readonly matches: (entity: Entity, row: Row | undefined) => boolean;
}

export interface Done {
  readonly affected: number;
  readonly created: boolean;
  /** What was changed, as it is shown. */
  readonly rows: readonly Row[];
  /** When the rows are looked at: what is deleted was looked at before. */
  readonly seenIn: State;
}

/** Rows as they are after a change, in this order. */
export function done(
  entity: Entity,
  keys: readonly string[],
  { scene: { state }, created }: { readonly scene: Scene; readonly created: boolean },
): Done {
  const rows = state.at(entity.table.name, keys);
  const shown = entity.view === undefined ? rows : rows.filter(entity.view.shows);
  return { affected: keys.length, created, rows: shown, seenIn: state };
}

/** The row of a key, whoever may see it. */
export const findRow = (entity: Entity, key: Row, { state }: Scene): Row | undefined => {
  const row = state.of(entity.table.name).get(textOfKey(entity, key));
  return row === undefined || entity.view?.shows(row) === false ? undefined : row;
};

/** Whether the action may touch the row: its policy lets it, and the role, where it may read at all, has it not hidden from itself. */
export const mayTouch = (entity: Entity, row: Row, action: Action, { state, caller }: Scene): boolean =>
  isAllowed(caller, action, { entity, row, state }) &&
  (rightOf(caller, entity.name, 'read') === undefined || isVisible(caller, entity, { row, state }));

/** The row, if the action may touch it. @throws Failure for one that the role reads, and only the policy of the action keeps from it */
export function touched(entity: Entity, row: Row | undefined, action: Action, scene: Scene): Row | undefined {
  if (row === undefined || mayTouch(entity, row, action, scene)) return row;
  const { caller, state } = scene;
  if (rightOf(caller, entity.name, 'read') !== undefined && isVisible(caller, entity, { row, state }))
    fail('Forbidden');
  return undefined;
}

/** Rows that a filter keeps, and the role may see and touch. */
export function rowsToChange(
  { entity: name, filter }: UpdateMany | DeleteMany,
  action: Action,
  scene: Scene,
): readonly Row[] {
  const entity = entityOf(name);
  return keepRows(rowsOf(scene.state, entity), filter).filter((row) => mayTouch(entity, row, action, scene));
}

/** @throws Failure, always */
export function fail(...codes: readonly Code[]): never {
  throw new Failure(codes, 'within');
}
