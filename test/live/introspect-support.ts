import type { Catalog, CatalogObject } from '../../src/model/catalog.ts';

/**
 * Returns the object of that name, or the last one across schemas.
 * @throws Error if it does not exist
 */
export function findObject(catalog: Catalog, name: string): CatalogObject {
  const object = catalog.objects.findLast((candidate) => candidate.name === name);
  if (object === undefined) throw new Error(`${name} is not in the catalog.`);
  return object;
}

/**
 * Types by column name: `[Int] int4`, `String varchar, at most 9`, `Decimal numeric, 5 digits, 2 after the point`,
 * `text inet`, `[text] inet`.
 */
export function columnTypes(object: CatalogObject): Record<string, string> {
  return Object.fromEntries(
    object.columns.map(({ name, type }) => {
      const element = type.asText ? 'text' : type.scalar;
      const word = type.list ? `[${element}]` : element;
      const length = type.maxLength === undefined ? '' : `, at most ${type.maxLength}`;
      const digits = type.precision === undefined ? '' : `, ${type.precision} digits`;
      const scale = type.scale === undefined ? '' : `, ${type.scale} after the point`;
      return [name, `${word} ${type.native}${length}${digits}${scale}${type.enum === undefined ? '' : ', enum'}`];
    }),
  );
}

/** `name: schema.table (column) -> schema.table (column)`, in the catalog's order. */
export function foreignKeyLines(catalog: Catalog): string[] {
  return catalog.objects.flatMap((object) =>
    object.foreignKeys.map((key) => {
      const from = `${[object.schema, object.name].filter(Boolean).join('.')} (${key.columns.join(', ')})`;
      const to = `${[key.targetSchema, key.targetName].filter(Boolean).join('.')} (${key.targetColumns.join(', ')})`;
      return `${key.name}: ${from} -> ${to}`;
    }),
  );
}
