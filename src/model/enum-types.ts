import type { ColumnType } from './catalog.ts';
import type { EnumType } from './model.ts';

/** Values that GraphQL's grammar keeps for itself: https://spec.graphql.org/October2021/#EnumValue */
export const RESERVED_VALUES: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** Gives the database's enums their GraphQL types, one for each, made when the first column asks for it. */
export class EnumTypes {
  readonly #byDatabaseName = new Map<string, EnumType>();
  readonly #names: Set<string>;

  /** @param taken names of types that no enum may have */
  constructor(taken: Iterable<string> = []) {
    this.#names = new Set(taken);
  }

  /** The GraphQL enum for a column, or undefined where it has none or a label is no GraphQL name. */
  typeFor(type: ColumnType): EnumType | undefined {
    const source = type.enum;
    if (source === undefined || source.labels.length === 0) return undefined;
    if (
      !source.labels.every(
        (label) => /^[_A-Za-z][_0-9A-Za-z]*$/.test(label) && !label.startsWith('__') && !RESERVED_VALUES.has(label),
      )
    ) {
      return undefined;
    }
    const databaseName = JSON.stringify([source.schema, source.name]);
    const known = this.#byDatabaseName.get(databaseName);
    if (known !== undefined) return known;
    const made: EnumType = {
      name: this.#freeName(source.schema, source.name),
      labels: source.labels,
      ...(source.comment === undefined ? {} : { description: source.comment }),
    };
    this.#byDatabaseName.set(databaseName, made);
    return made;
  }

  all(): readonly EnumType[] {
    return [...this.#byDatabaseName.values()];
  }

  #freeName(schema: string, name: string): string {
    const short = pascalCase(name);
    let free = this.#names.has(short) ? `${pascalCase(schema)}${short}` : short;
    while (this.#names.has(free)) free += '_';
    this.#names.add(free);
    return free;
  }
}

/** `order_status` → `OrderStatus`. */
function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `Enum${joined}`;
}
