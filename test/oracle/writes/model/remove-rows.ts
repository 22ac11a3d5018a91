import { type Entity, entityOf } from './entity.ts';
import { type Done, fail, findRow, findTarget, rowsToChange, type Scene } from './scene.ts';
import { textOfKey } from './show.ts';
import type { State } from './state.ts';
import { Statement } from './statement.ts';
import type { Delete, DeleteMany } from './step.ts';
import type { Row } from './table.ts';

export function deleteRow({ entity: name, key, ifMatch }: Delete, scene: Scene): Done {
  const entity = entityOf(name);
  const visibleIn = scene.state.copy();
  const row = findTarget(entity, findRow(entity, key, scene), 'delete', scene);
  if (ifMatch !== undefined && !scene.matches(entity, row)) fail('PreconditionFailed');
  return removeRows(entity, row === undefined ? [] : [row], { scene, visibleIn });
}

function removeRows(
  entity: Entity,
  rows: readonly Row[],
  { scene, visibleIn }: { readonly scene: Scene; readonly visibleIn: State },
): Done {
  const statement = new Statement(scene.state);
  statement.delete(
    entity.table.name,
    rows.map((row) => textOfKey(entity, row)),
  );
  statement.end();
  return { affected: rows.length, created: false, rows, visibleIn };
}

export function deleteRows(mutation: DeleteMany, scene: Scene): Done {
  const rows = rowsToChange(mutation, 'delete', scene);
  return removeRows(entityOf(mutation.entity), rows, { scene, visibleIn: scene.state.copy() });
}
