import { didYouMean } from '../../../base/did-you-mean.ts';
import { refuse } from '../../../base/errors.ts';
import type { Entity, Model } from '../../../model/model.ts';
import { isGranted } from '../../../model/visibility.ts';
import { decodePart } from '../options/query-options.ts';

/** What a path names: a collection, or with segments of a key an item of it. */
export interface Target {
  readonly entity: Entity;
  /** Decoded; empty for the collection. */
  readonly key: readonly string[];
}

/** Finds what a path below the API's own names, by its segments as they were sent. @throws Refusal EntityNotFound, BadRequest for what is no percent-encoding */
export type FindTarget = (segments: readonly string[]) => Target;

/**
 * Looks up paths of the REST API, by whole segments, the longest path of an entity first; letters as they are, then in any case.
 * One look for each segment, however many entities there are.
 * @param suggest whether names that were not asked for may be told
 */
export function createFindTarget(
  model: Model,
  { apiPath, suggest }: { readonly apiPath: string; readonly suggest: boolean },
): FindTarget {
  const served = model.entities.filter((entity) => entity.rest.enabled && isGranted(entity));
  const exact = new Map(served.map((entity) => [entity.rest.path, entity]));
  // Of two paths that differ in case alone, neither is what a third way of writing means.
  const anyCase = new Map(
    [...Map.groupBy(served, ({ rest }) => rest.path.toLowerCase())].flatMap(([path, [entity, ...others]]) =>
      entity === undefined || others.length > 0 ? [] : [[path, entity] as const],
    ),
  );
  const deepest = Math.max(0, ...served.map(({ rest }) => rest.path.split('/').length));
  return (sent) => {
    const segments = sent.map(decodePart);
    for (let depth = Math.min(deepest, segments.length); depth > 0; depth -= 1) {
      const own = segments.slice(0, depth);
      const name = own.join('/');
      const entity = exact.get(name) ?? anyCase.get(name.toLowerCase());
      // A slash that was encoded belongs to a key.
      if (entity === undefined || own.some((segment) => segment.includes('/'))) continue;
      const rest = segments.slice(depth);
      // A slash at the end of a collection's path names nothing more.
      return { entity, key: rest.length === 1 && rest[0] === '' ? [] : rest };
    }
    const [name = ''] = segments;
    if (segments.length < 2 && name === '') {
      return refuse('EntityNotFound', `Name what to read behind "${apiPath}/".`);
    }
    const guess = suggest ? didYouMean(name, exact.keys()) : '';
    return refuse('EntityNotFound', `The REST API has no "${name.slice(0, 100)}".${guess}`);
  };
}
