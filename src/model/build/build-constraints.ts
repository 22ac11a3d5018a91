import type { CatalogConstraint } from '../catalog.ts';
import type { Entity, Field } from '../model.ts';

/** The constraints of an entity's source by name, each with the fields of its columns. Columns that are not exposed are left out. */
export function buildConstraints(
  constraints: readonly CatalogConstraint[],
  fields: readonly Field[],
): Entity['constraints'] {
  const nameOf = new Map(fields.map((field) => [field.column, field.name]));
  return new Map(
    constraints.map(({ name, kind, columns }) => [
      name,
      { kind, fields: columns.flatMap((column) => nameOf.get(column) ?? []) },
    ]),
  );
}
