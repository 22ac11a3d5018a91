import { ETAG_FIELD, hasEtag } from '../etag.ts';
import { groupableFields, hasGroups } from '../groupable.ts';
import type { Entity, Model } from '../model.ts';
import { isReadable, isShown, offeredChanges } from '../visibility.ts';
import { NameClaims } from './build-names.ts';
import { RESERVED_VALUES } from './enum-types.ts';
import { rootFieldsOf } from './name-root-fields.ts';
import type { ProblemList } from './problems.ts';
import { CHANGE_ARGUMENTS, FILTER_KEYS, INHERITED, QUANTIFIERS } from './reserved-names.ts';

/** Two things of one name are a problem, never a silent choice. */
export function checkNames(model: Model, problems: ProblemList): void {
  const rootFields = new NameClaims('GraphQL root field', problems);
  const listTargets = new Set(
    model.entities.flatMap((entity) => entity.relationships.filter(({ many }) => many).map(({ target }) => target)),
  );
  for (const entity of model.entities.filter(isShown)) {
    const path = ['entities', entity.name];
    for (const [name] of rootFieldsOf(entity)) rootFields.claim(name, path);
    if (isReadable(entity) && hasGroups(model, entity)) checkEnumValues(entity, problems);
    checkMembers(entity, listTargets.has(entity.name), problems);
  }
}

/** Where rows can be grouped by fields, the names of these are values of an enum too. */
function checkEnumValues(entity: Entity, problems: ProblemList): void {
  for (const { name } of groupableFields(entity).filter(({ name }) => RESERVED_VALUES.has(name))) {
    problems.error(
      ['entities', entity.name, 'fields'],
      `"${name}" cannot be a value of an enum, as "groupBy" needs it to be; give the field an alias, or set "enable-aggregation" to false.`,
      { found: name, suggestion: `${name}_` },
    );
  }
}

const hasKeyedChanges = (entity: Entity): boolean =>
  offeredChanges(entity).some((kind) => kind === 'update' || kind === 'replace' || kind === 'delete');

function checkMembers(entity: Entity, isListTarget: boolean, problems: ProblemList): void {
  const members = new NameClaims(`field of "${entity.name}"`, problems);
  const path = ['entities', entity.name];
  const reserved = isListTarget ? [...FILTER_KEYS, ...QUANTIFIERS] : FILTER_KEYS;
  const named = [...entity.fields, ...entity.relationships].map(({ documentName }) => documentName);
  if (hasEtag(entity)) members.claim(ETAG_FIELD, []);
  for (const { name, documentName } of entity.fields) members.claim(documentName, [...path, 'fields', name]);
  for (const { name, restFields } of entity.relationships)
    for (const field of restFields.keys()) members.claim(field, [...path, 'relationships', name]);
  for (const { name, documentName } of hasKeyedChanges(entity) ? entity.key : []) {
    if (!CHANGE_ARGUMENTS.includes(documentName)) continue;
    problems.error(
      [...path, 'fields'],
      `"${name}" is an argument of mutations, and so cannot be a key field; give it an alias.`,
      { found: name, suggestion: `${name}_` },
    );
  }
  for (const name of named.filter((candidate) => INHERITED.includes(candidate))) {
    problems.error(
      [...path, 'fields'],
      `"${name}" cannot be told from what every input object has; give the field an alias.`,
      {
        found: name,
        suggestion: `${name}_`,
      },
    );
  }
  for (const name of named.filter((candidate) => reserved.includes(candidate))) {
    problems.error(
      [...path, 'fields'],
      `"${name}" has a meaning of its own in filters (${reserved.join(', ')}); give the field an alias.`,
      { found: name },
    );
  }
}
