import type { ColumnType } from '../../catalog-column.ts';
import type { EnumType, FieldType } from '../../model.ts';
import { filterTypes, TypeNames, type TypeOwner } from '../names/type-names.ts';

/** Names that are invalid as enum values: https://spec.graphql.org/October2021/#EnumValue */
export const RESERVED_VALUES: ReadonlySet<string> = new Set(['true', 'false', 'null']);

export class EnumTypes {
  readonly #byDatabaseName = new Map<string, EnumType>();
  readonly #filterNames = new Map<string, string>();
  readonly #typeNames: TypeNames;

  constructor(typeNames: TypeNames = new TypeNames()) {
    this.#typeNames = typeNames;
  }

  fieldType(type: ColumnType): FieldType {
    const enumType = this.typeFor(type);
    if (enumType !== undefined) return { ...type, enumType };
    const plain = invalidEnumAsText(type);
    return plain.qualifiedName === undefined
      ? plain
      : { ...plain, filterName: this.#filterNameFor(plain.qualifiedName) };
  }

  /** Returns the first free name: `Interval`, `PgCatalogInterval`, `IntervalType`, `IntervalType2` … */
  #filterNameFor({ schema, name }: NonNullable<ColumnType['qualifiedName']>): string {
    const databaseName = JSON.stringify([schema, name]);
    const known = this.#filterNames.get(databaseName);
    if (known !== undefined) return known;
    const short = pascalCase(name, 'Type');
    const names = [short, `${pascalCase(schema, '')}${short}`, `${short}Type`];
    for (let number = 2; ; number += 1) {
      const free = names.find((candidate) => this.#areFree(filterTypes(candidate)));
      if (free !== undefined) {
        this.#claim(filterTypes(free), { label: `the database's type "${name}"` });
        this.#filterNames.set(databaseName, free);
        return free;
      }
      names.push(`${short}Type${number}`);
    }
  }

  typeFor(type: ColumnType): EnumType | undefined {
    const source = type.enum;
    if (source === undefined || !canBeEnum(source.labels)) return undefined;
    const databaseName = JSON.stringify([source.schema, source.name]);
    const known = this.#byDatabaseName.get(databaseName);
    if (known !== undefined) return known;
    const enumType: EnumType = {
      name: this.#unusedName(source.schema, source.name),
      labels: source.labels,
      ...(source.comment === undefined ? {} : { description: source.comment }),
    };
    this.#byDatabaseName.set(databaseName, enumType);
    return enumType;
  }

  all(): readonly EnumType[] {
    return [...this.#byDatabaseName.values()];
  }

  #unusedName(schema: string, name: string): string {
    const short = pascalCase(name);
    const typesOf = (candidate: string): readonly string[] => [candidate, ...filterTypes(candidate)];
    let free = this.#typeNames.isFree(short) ? short : `${pascalCase(schema)}${short}`;
    while (!this.#areFree(typesOf(free))) free += '_';
    this.#claim(typesOf(free), { label: `the database's enum "${name}"` });
    return free;
  }

  #areFree(names: readonly string[]): boolean {
    return names.every((name) => this.#typeNames.isFree(name));
  }

  #claim(names: readonly string[], owner: TypeOwner): void {
    for (const name of names) this.#typeNames.register(name, owner);
  }
}

/** Returns a text type for an enum whose labels are invalid in GraphQL. Returns other types unchanged. */
export function invalidEnumAsText(type: ColumnType): FieldType {
  const { enum: source, ...plain } = type;
  if (source === undefined || canBeEnum(source.labels)) return type;
  const { schema, name, labels } = source;
  return { ...plain, asText: true, qualifiedName: { schema, name }, labels };
}

const canBeEnum = (labels: readonly string[]): boolean =>
  labels.length > 0 &&
  labels.every(
    (label) => /^[_A-Za-z][_0-9A-Za-z]*$/.test(label) && !label.startsWith('__') && !RESERVED_VALUES.has(label),
  );

/** Converts `order_status` → `OrderStatus`; `2nd_rate` → `Enum2ndRate` with `start`. */
function pascalCase(name: string, start = 'Enum'): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `${start}${joined}`;
}
