import type { Entity } from '../../model/model.ts';
import type { Creating } from './plan-create.ts';

/** What every write of an entity's own table has. */
export function newWrite(entity: Entity, { nextId }: Pick<Creating, 'nextId'>) {
  const { schema, name } = entity.source;
  return { id: nextId(), table: { schema, name }, entity };
}
