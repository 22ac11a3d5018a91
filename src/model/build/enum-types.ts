import { scalarNames } from '../../scalars/scalar.ts';
import type { ColumnType } from '../catalog-column.ts';
import type { EnumType, FieldType } from '../model.ts';

/** Names that GraphQL allows for no enum value: https://spec.graphql.org/October2021/#EnumValue */
export const RESERVED_VALUES: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** Stems of filter inputs that every schema may have, beside those of the scalars. */
const RESERVED_FILTERS = ['ID', 'JSONPath'];

/**
 * Gives types of the database their GraphQL names: an enum gets a type, a type that is shown as text a filter input. Each name is made
 * when the first column asks for it.
 */
export class EnumTypes {
  readonly #byDatabaseName = new Map<string, EnumType>();
  readonly #filterNames = new Map<string, string>();
  readonly #names: Set<string>;
  readonly #filters: Set<string>;

  /** @param taken names of the types of entities, which have filter inputs too */
  constructor(taken: readonly string[] = []) {
    this.#names = new Set(taken);
    this.#filters = new Set([...scalarNames, ...RESERVED_FILTERS, ...taken].flatMap(withLists));
  }

  /** A column's type with its names. */
  fieldType(type: ColumnType): FieldType {
    const enumType = this.typeFor(type);
    if (enumType !== undefined) return { ...type, enumType };
    const plain = unnamed(type);
    return plain.own === undefined ? plain : { ...plain, filterName: this.#filterNameFor(plain.own) };
  }

  /** `interval` → `Interval`; where that is taken `PgCatalogInterval`, `IntervalType`, `IntervalType2` … */
  #filterNameFor({ schema, name }: NonNullable<ColumnType['own']>): string {
    const databaseName = JSON.stringify([schema, name]);
    const known = this.#filterNames.get(databaseName);
    if (known !== undefined) return known;
    const short = pascalCase(name, 'Type');
    const names = [short, `${pascalCase(schema, '')}${short}`, `${short}Type`];
    for (let number = 2; ; number += 1) {
      const free = names.find((candidate) => withLists(candidate).every((taken) => !this.#filters.has(taken)));
      if (free !== undefined) {
        for (const taken of withLists(free)) this.#filters.add(taken);
        this.#filterNames.set(databaseName, free);
        return free;
      }
      names.push(`${short}Type${number}`);
    }
  }

  /** The GraphQL enum for a column, or undefined where it has none or a label is no GraphQL name. */
  typeFor(type: ColumnType): EnumType | undefined {
    const source = type.enum;
    if (source === undefined || !canBeEnum(source.labels)) return undefined;
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
    for (const taken of withLists(free)) this.#filters.add(taken);
    return free;
  }
}

/**
 * A column's type where no GraphQL name is needed. An enum whose labels GraphQL does not allow is shown as text, and still compares and is
 * ordered as the database declares it.
 */
export function unnamed(type: ColumnType): FieldType {
  const { enum: source, ...plain } = type;
  if (source === undefined || canBeEnum(source.labels)) return type;
  const { schema, name, labels } = source;
  return { ...plain, asText: true, own: { schema, name }, labels };
}

/** Whether labels can be the values of an enum of GraphQL, which has one at least. */
const canBeEnum = (labels: readonly string[]): boolean =>
  labels.length > 0 &&
  labels.every(
    (label) => /^[_A-Za-z][_0-9A-Za-z]*$/.test(label) && !label.startsWith('__') && !RESERVED_VALUES.has(label),
  );

/** What stands in front of `FilterInput` for a type and for lists of it: `Interval`, `IntervalList`. */
const withLists = (name: string): readonly string[] => [name, `${name}List`];

/** `order_status` → `OrderStatus`; `2nd_rate` → `Enum2ndRate` with `start`. */
function pascalCase(name: string, start = 'Enum'): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `${start}${joined}`;
}
