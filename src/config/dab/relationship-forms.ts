import { isRecord } from '../document/tree.ts';
import type { ColumnMap, RelationshipFile } from '../schema/config-schema.ts';
import type { AddRemark, Tree } from './remark.ts';

type Through = Exclude<RelationshipFile['through'], string | undefined>;

/**
 * Returns short forms of a relationship in legacy syntax, from the shortest to the most explicit. Foreign keys and
 * unique columns of the database determine which of them are equivalent to the legacy form.
 */
export function shortForms(written: RelationshipFile): readonly RelationshipFile[] {
  const target = written['target.entity'];
  if (target === undefined || written.cardinality === undefined) return [];
  const description = written.description === undefined ? {} : { description: written.description };
  const pairs = mapOf(written['source.fields'], written['target.fields']);
  if (written.cardinality === 'one') {
    if (written['linking.object'] !== undefined) return [];
    const kinds = [{ belongsTo: target }, { hasOne: target }];
    return [...kinds, ...(pairs === undefined ? [] : kinds.map((kind) => ({ ...kind, on: pairs })))].map((form) => ({
      ...form,
      ...description,
    }));
  }
  const junctions = throughForms(written);
  if (written['linking.object'] !== undefined) {
    return junctions.map((through) => ({ hasMany: target, through, ...description }));
  }
  return [
    { hasMany: target, ...description },
    ...(pairs === undefined ? [] : [{ hasMany: target, on: pairs, ...description }]),
  ];
}

function throughForms(written: RelationshipFile): readonly (string | Through)[] {
  const object = written['linking.object'];
  if (object === undefined) return [];
  const sourceOn = mapOf(written['source.fields'], written['linking.source.fields']);
  const targetOn = mapOf(written['linking.target.fields'], written['target.fields']);
  return [
    object,
    ...(sourceOn === undefined ? [] : [{ object, sourceOn }]),
    ...(targetOn === undefined ? [] : [{ object, targetOn }]),
    ...(sourceOn === undefined || targetOn === undefined ? [] : [{ object, sourceOn, targetOn }]),
  ];
}

/** Pairs columns by position. Undefined if lists are empty or differ in length, or if `from` repeats a column. */
function mapOf(from: readonly string[] = [], to: readonly string[] = []): ColumnMap | undefined {
  const pairs = from.flatMap((column, index) => {
    const target = to[index];
    return target === undefined ? [] : [[column, target] as const];
  });
  const isMap = pairs.length > 0 && pairs.length === from.length && from.length === to.length;
  return isMap && new Set(from).size === from.length ? Object.fromEntries(pairs) : undefined;
}

/** Returns the short form that is equivalent in every database. Undefined if no form is. */
export function safeForm(written: RelationshipFile): RelationshipFile | undefined {
  if (written.cardinality !== 'many') return undefined;
  const forms = shortForms(written);
  const lists = [
    written['source.fields'],
    written['target.fields'],
    written['linking.source.fields'],
    written['linking.target.fields'],
  ].filter((list) => list !== undefined);
  if (lists.length === 0) return forms[0];
  const isLinked = written['linking.object'] !== undefined;
  return forms.find(({ on, through }) =>
    isLinked
      ? typeof through === 'object' && through.sourceOn !== undefined && through.targetOn !== undefined
      : on !== undefined,
  );
}

/** Identifies a relationship. */
export const relationshipKey = (entity: string, name: string): string => JSON.stringify([entity, name]);

/** Returns the well-formed relationships in legacy syntax, by `relationshipKey`. */
export function legacyRelationships(config: Tree): ReadonlyMap<string, RelationshipFile> {
  const entities = Object.entries(isRecord(config.entities) ? config.entities : {});
  return new Map(
    entities.flatMap(([entity, written]) => {
      const relationships = isRecord(written) && isRecord(written.relationships) ? written.relationships : {};
      return Object.entries(relationships).flatMap(([name, relationship]) =>
        isLegacy(relationship) ? [[relationshipKey(entity, name), relationship] as const] : [],
      );
    }),
  );
}

function isLegacy(value: unknown): value is RelationshipFile {
  if (!isRecord(value) || typeof value['target.entity'] !== 'string') return false;
  const lists = ['source.fields', 'target.fields', 'linking.source.fields', 'linking.target.fields'];
  return (
    (value.cardinality === 'one' || value.cardinality === 'many') &&
    lists.every((key) => value[key] === undefined || Array.isArray(value[key]))
  );
}

/** Writes relationships in their short form, if there is one. @param forms by `relationshipKey` */
export function withShortForms(config: Tree, forms: ReadonlyMap<string, RelationshipFile>, remark: AddRemark): Tree {
  if (!isRecord(config.entities)) return config;
  const entities = Object.entries(config.entities).map(([entity, written]) => {
    if (!isRecord(written) || !isRecord(written.relationships)) return [entity, written];
    const relationships = Object.entries(written.relationships).map(([name, relationship]) => {
      const form = forms.get(relationshipKey(entity, name));
      if (form !== undefined)
        remark('changed', ['entities', entity, 'relationships', name], 'Now in the short form of a relationship.');
      return [name, form ?? relationship];
    });
    return [entity, { ...written, relationships: Object.fromEntries(relationships) }];
  });
  return { ...config, entities: Object.fromEntries(entities) };
}
