import { type Entity, entityOf } from './entity.ts';
import { satisfiesCheck } from './role-rights.ts';
import { type Done, done, fail, findRow, findTarget, rowsToChange, type Scene } from './scene.ts';
import { textOfKey } from './show.ts';
import { Statement } from './statement.ts';
import type { Item, Update, UpdateMany } from './step.ts';
import { store } from './store.ts';
import type { Row } from './table.ts';

export function updateRow({ entity: name, key, item, ifMatch }: Update, scene: Scene): Done {
  const entity = entityOf(name);
  const row = findTarget(entity, findRow(entity, key, scene), 'update', scene);
  if (ifMatch !== undefined && !scene.matches(entity, row)) fail('PreconditionFailed');
  if (row === undefined) fail('ItemNotFound');
  return changeRows(entity, [row], { scene, item });
}

export const updateRows = (mutation: UpdateMany, scene: Scene): Done =>
  changeRows(entityOf(mutation.entity), rowsToChange(mutation, 'update', scene), { scene, item: mutation.item });

interface ChangeContext {
  readonly scene: Scene;
  readonly item: Item;
}

/** Runs one statement, and checks the policy on the written rows. */
export function changeRows(entity: Entity, rows: readonly Row[], { scene, item }: ChangeContext): Done {
  const { state, caller } = scene;
  const keys = rows.map((row) => textOfKey(entity, row));
  // An empty change runs no triggers; the rows satisfy all constraints already.
  if (Object.keys(item).length === 0) return done(entity, keys, { scene, created: false });
  const statement = new Statement(state);
  const written = statement.update(entity.table.name, keys, (row) => ({ ...row, ...item }), {
    setsVersion: 'version' in item,
  });
  const after = state.at(entity.table.name, keys);
  const visibleState = store().triggersComeLast ? written : after;
  if (entity.view !== undefined && !visibleState.every(entity.view.shows)) statement.addError('ConstraintViolated');
  const isPermitted = after.every((row) => satisfiesCheck(caller, 'update', { entity, row, state }));
  statement.end(isPermitted ? [] : ['Forbidden']);
  if (!isPermitted) fail('Forbidden');
  return done(entity, keys, { scene, created: false });
}
