import { didYouMean } from '../../../base/did-you-mean.ts';
import { throwApiError } from '../../../base/errors.ts';
import type { Entity, Model } from '../../../model/model.ts';
import { hasPublicKey, isGranted } from '../../../model/visibility.ts';
import { decodePart } from '../options/query-options.ts';

/** A collection, or an item with its key segments. */
export interface Target {
  readonly entity: Entity;
  /** Decoded segments of the key; empty for the collection. */
  readonly key: readonly string[];
}

/**
 * Finds the entity and key of a path.
 * @param segments raw segments below the API path
 * @throws ApiError EntityNotFound, BadRequest for malformed percent-encoding
 */
export type FindTarget = (segments: readonly string[]) => Target;

/**
 * Creates a function that finds the longest entity path at the start of the segments. A path in the exact case wins.
 * @param suggest true if errors suggest names
 */
export function createFindTarget(
  model: Model,
  { apiPath, suggest }: { readonly apiPath: string; readonly suggest: boolean },
): FindTarget {
  const entities = model.entities.filter((entity) => entity.rest.enabled && isGranted(entity));
  const exact = new Map(entities.map((entity) => [entity.rest.path, entity]));
  // Excludes paths that differ only in case, because other spellings of them are ambiguous.
  const anyCase = new Map(
    [...Map.groupBy(entities, ({ rest }) => rest.path.toLowerCase())].flatMap(([path, [entity, ...others]]) =>
      entity === undefined || others.length > 0 ? [] : [[path, entity] as const],
    ),
  );
  const find = (name: string): Entity | undefined => exact.get(name) ?? anyCase.get(name.toLowerCase());
  const deepest = Math.max(0, ...entities.map(({ rest }) => rest.path.split('/').length));
  return (sent) => {
    const segments = sent.map(decodePart);
    for (let depth = Math.min(deepest, segments.length); depth > 0; depth -= 1) {
      const entitySegments = segments.slice(0, depth);
      const name = entitySegments.join('/');
      const entity = find(name);
      // An encoded slash belongs to a key.
      if (entity === undefined || entitySegments.some((segment) => segment.includes('/'))) continue;
      const keySegments = segments.slice(depth);
      // Ignores a trailing slash.
      return { entity, key: keySegments.length === 1 && keySegments[0] === '' ? [] : keySegments };
    }
    const [name = ''] = segments;
    if (segments.length < 2 && name === '') {
      return throwApiError('EntityNotFound', `Missing entity. Add its name after "${apiPath}/".`);
    }
    const address = itemPathOf(segments.join('/'), find, suggest);
    if (address !== undefined) {
      return throwApiError('EntityNotFound', `Put the key of an item after a slash: "${apiPath}/${address}".`);
    }
    const guess = suggest ? didYouMean(name, exact.keys()) : '';
    return throwApiError('EntityNotFound', `Unknown entity "${name.slice(0, 100)}" in the REST API.${guess}`);
  };
}

/** An OData path: `Film(1)`, `OrderDetail(order_id=5,line_no=12)`. */
const CALL = /^([^()]{1,200})\(([^()]{1,200})\)$/;

const KEY_PART = /^(?:(\w+)\s*=\s*)?(?:'((?:[^']|'')*)'|([^'=]+))$/;

/**
 * Converts an OData path to a REST path; undefined for other paths.
 * @param suggest true if errors suggest names
 */
function itemPathOf(path: string, find: (name: string) => Entity | undefined, suggest: boolean): string | undefined {
  const [, name = '', keyText = ''] = CALL.exec(path) ?? [];
  const entity = find(name);
  if (entity === undefined || entity.routine !== undefined) return undefined;
  const parts = keyText.split(/,(?=(?:[^']*'[^']*')*[^']*$)/).map((part) => KEY_PART.exec(part.trim()));
  const segments = parts.map((part, index) => {
    const [, keyField, text, plain = ''] = part ?? [];
    const field = keyField ?? (suggest && hasPublicKey(entity) ? entity.key[index]?.name : undefined);
    const value = encodeURIComponent(text?.replaceAll("''", "'") ?? plain.trim());
    return field === undefined ? value : `${encodeURIComponent(field)}/${value}`;
  });
  const isComplete = parts.every((part) => part !== null);
  return isComplete ? `${encodeURI(entity.rest.path)}/${segments.join('/')}` : undefined;
}
