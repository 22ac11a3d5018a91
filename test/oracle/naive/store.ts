import type { Dataset, Entity, Field, Relationship, Row, Value } from './entity.ts';

/** A dataset with its relationships. */
export class Store {
  readonly #entities: ReadonlyMap<string, Entity>;
  readonly #rows: Dataset['rows'];
  readonly #fields: ReadonlyMap<Entity, ReadonlyMap<string, Field>>;
  readonly #relationships: ReadonlyMap<Entity, ReadonlyMap<string, Relationship>>;
  readonly #indexes = new Map<string, ReadonlyMap<string, readonly Row[]>>();

  constructor({ entities, rows }: Dataset) {
    this.#entities = byName(entities);
    this.#rows = rows;
    this.#fields = new Map(entities.map((entity) => [entity, byName(entity.fields)]));
    this.#relationships = new Map(entities.map((entity) => [entity, byName(entity.relationships)]));
  }

  entities(): readonly Entity[] {
    return [...this.#entities.values()];
  }

  find(name: string): Entity | undefined {
    return this.#entities.get(name);
  }

  /** @throws Error if it does not exist */
  entity(name: string): Entity {
    return known(this.find(name), 'entity', name);
  }

  field(entity: Entity, name: string): Field | undefined {
    return this.#fields.get(entity)?.get(name);
  }

  /** @throws Error if it does not exist */
  relationship(entity: Entity, name: string): Relationship {
    return known(this.#relationships.get(entity)?.get(name), `relationship of ${entity.name}`, name);
  }

  rows(entity: Entity): readonly Row[] {
    return this.#rows.get(entity.name) ?? [];
  }

  /** Returns the related rows; none if a column is NULL. */
  related({ on, target, through }: Relationship, row: Row): readonly Row[] {
    if (through === undefined) return this.#lookUp(target, on, row);
    const between = this.#lookUp(through.entity, on, row);
    return [...new Set(between.flatMap((middle) => this.#lookUp(target, through.on, middle)))];
  }

  byKey(entity: Entity, key: Row): Row | undefined {
    return this.#lookUp(entity.name, Object.fromEntries(entity.key.map((name) => [name, name])), key)[0];
  }

  #lookUp(target: string, on: Readonly<Record<string, string>>, row: Row): readonly Row[] {
    const expected = joinKey(row, Object.keys(on));
    return expected === undefined ? [] : (this.#index(target, Object.values(on)).get(expected) ?? []);
  }

  #index(target: string, columns: readonly string[]): ReadonlyMap<string, readonly Row[]> {
    const name = [target, ...columns].join(' ');
    const index = this.#indexes.get(name) ?? groupRows(this.rows(this.entity(target)), columns);
    this.#indexes.set(name, index);
    return index;
  }
}

const byName = <T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [item.name, item]));

function known<T>(item: T | undefined, kind: string, name: string): T {
  if (item === undefined) throw new Error(`The description has no ${kind} called "${name}".`);
  return item;
}

function groupRows(rows: readonly Row[], columns: readonly string[]): ReadonlyMap<string, readonly Row[]> {
  const keyed = rows.filter((row) => joinKey(row, columns) !== undefined);
  return Map.groupBy(keyed, (row) => joinKey(row, columns) ?? '');
}

/** Returns a string that is equal for equal values; undefined if one is NULL. */
function joinKey(row: Row, columns: readonly string[]): string | undefined {
  const values = columns.map((column) => row[column] ?? null);
  return values.includes(null) ? undefined : JSON.stringify(values.map(keyText));
}

const keyText = (value: Value): string => String(value);
