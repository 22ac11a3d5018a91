import type { EntityConfig } from '../../../config/config.ts';
import { isGraphqlName } from '../../word-forms.ts';

/**
 * Returns field names by column: alias, column name, or a derived name, such as `total` for `total €`. Derived names
 * are chosen in column order, and never equal a column or relationship.
 * @param isReserved returns whether a name has another meaning in the schema
 */
export function chooseNames(
  { fields, relationships }: EntityConfig,
  columns: readonly string[],
  isReserved: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const isUsable = (name: string): boolean => isGraphqlName(name) && !isReserved(name);
  const usedNames = new Set([
    ...columns,
    ...columns.flatMap((column) => fields.get(column)?.alias ?? []),
    ...relationships.flatMap(({ name }) => [name, `${name}_connection`, `${name}_list`]),
  ]);
  return new Map(
    columns.map((column, index) => {
      const alias = fields.get(column)?.alias;
      if (alias !== undefined || isUsable(column)) return [column, alias ?? column];
      const derived = isGraphqlName(column) ? `${column}_` : proposeName(column, index + 1);
      let free = derived;
      for (let number = 2; usedNames.has(free) || !isUsable(free); number += 1) free = `${derived}_${number}`;
      usedNames.add(free);
      return [column, free];
    }),
  );
}

/**
 * Keeps ASCII alphanumerics: `Straße 2` → `Stra_e_2`, `価格` → `column_3`.
 * @param position 1-based column position
 */
export function proposeName(column: string, position: number): string {
  const plain = column
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(plain) ? plain : `column_${plain === '' ? position : plain}`;
}
