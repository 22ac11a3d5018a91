import type { EntityConfig } from '../../config/config.ts';
import type { CatalogObject } from '../catalog.ts';
import { countKey } from '../count-key.ts';
import type { Field, Relationship } from '../model.ts';
import { mayStandInDocuments, nameInDocuments } from './name-in-documents.ts';

/** What documents call the fields and relationships of an entity: by their own names, where GraphQL shows the entity. */
export function nameMembers(
  { graphql, fields, relationships }: EntityConfig,
  { columns }: CatalogObject,
  apis: { readonly graphql: boolean },
): (name: string) => string {
  if (apis.graphql && graphql.enabled) return (name) => name;
  const names = [
    ...columns.map(({ name }) => fields.get(name)?.alias ?? name),
    ...relationships.map(({ name }) => name),
  ];
  const documentNames = nameInDocuments(names, mayStandInDocuments);
  return (name) => documentNames.get(name) ?? name;
}

/** Names that GraphQL does not allow, by the names that stand for them in documents. */
export function shownNames(
  fields: readonly Field[],
  relationships: readonly Relationship[],
): ReadonlyMap<string, string> {
  return new Map(
    [
      ...[...fields, ...relationships].map(({ name, documentName }) => [documentName, name] as const),
      // The number of related items stands beside them.
      ...relationships.map(({ name, documentName }) => [countKey(documentName), countKey(name)] as const),
    ].filter(([key, name]) => key !== name),
  );
}
