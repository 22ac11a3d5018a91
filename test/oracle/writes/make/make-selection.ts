import { type Entity, entityOf } from '../model/entity.ts';
import { fieldsFor, rightOf } from '../model/role-rights.ts';
import type { Selection } from '../model/step.ts';
import { type CallerContext, fieldsToName } from './make-step.ts';

/** Generates a selection: fields, the ETag, and related rows of two levels. */
export function makeSelection(context: CallerContext, entity: Entity, depth = 2): Selection {
  const { random, caller } = context;
  // Unreadable, so its type has no fields.
  if (!entity.isKeyed) return { fields: ['__typename'], relationships: [] };
  const names = fieldsToName(context, entity, 'read');
  const picked = random.chance(0.4) ? fieldsFor(caller, entity, 'read') : names.filter(() => random.chance(0.3));
  const relationships = entity.relationships
    .filter(({ target, through }) => {
      const readable = [target, ...(through === undefined ? [] : [through.entity])];
      return readable.every((name) => rightOf(caller, name, 'read') !== undefined);
    })
    .filter(() => depth > 0 && random.chance(0.25))
    .map(({ name, target }) => ({ name, selection: makeSelection(context, entityOf(target), depth - 1) }));
  const fields = [...picked, ...(random.chance(0.45) ? ['_etag'] : []), ...(random.chance(0.1) ? ['__typename'] : [])];
  return { fields: fields.length === 0 && relationships.length === 0 ? ['__typename'] : fields, relationships };
}
