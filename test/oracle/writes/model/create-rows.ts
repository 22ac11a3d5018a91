import type { Wire } from '../wire.ts';
import { type Entity, entityOf } from './entity.ts';
import { type Code, Failure } from './failure.ts';
import { itemsOf } from './find-refusals.ts';
import { rightOf, satisfiesCheck } from './role-rights.ts';
import { type Done, done, type Scene } from './scene.ts';
import { relationshipOf, textOfKey } from './show.ts';
import { Statement } from './statement.ts';
import type { Create, CreateMany, Item } from './step.ts';
import { store } from './store.ts';
import type { Row } from './table.ts';

export function createRows({ entity: name }: Create | CreateMany, items: readonly Item[], scene: Scene): Done {
  const entity = entityOf(name);
  return done(entity, createAll(entity, items, scene), { scene, created: true });
}

/**
 * Creates rows with their nested rows. @returns their keys
 * @throws Failure
 */
export function createAll(entity: Entity, items: readonly Item[], scene: Scene): readonly string[] {
  const creating = new Creation(scene);
  const keys = creating.create(entity, items, rightOf(scene.caller, entity.name, 'read') !== undefined);
  creating.end();
  return keys;
}

/** Creates one item: parents, the row, then children. */
class Creation {
  readonly #scene: Scene;
  /** Violated policies, reported immediately or at the end. */
  readonly #forbidden: Code[] = [];

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /**
   * Creates flat rows in one statement, and nested rows one after the other. @returns keys
   * @param isShown whether the rows are returned
   */
  create(entity: Entity, items: readonly Item[], isShown = false): readonly string[] {
    const isNested = items.some((item) => entity.relationships.some(({ name }) => name in item));
    if (isNested) return items.map((item) => this.#createOne(entity, item));
    const hasPolicy = rightOf(this.#scene.caller, entity.name, 'create')?.policy !== undefined;
    const isEach = store().insertsEach && (isShown || hasPolicy);
    return isEach ? items.flatMap((item) => this.#insert(entity, [item])) : this.#insert(entity, items);
  }

  #createOne(entity: Entity, item: Item): string {
    const [key = ''] = this.#insert(entity, [this.#withParents(entity, item)]);
    this.#createChildren(entity, item, key);
    return key;
  }

  /** @throws Failure */
  end(): void {
    if (this.#forbidden.length > 0) throw new Failure(this.#forbidden, 'during a statement');
  }

  #withParents(entity: Entity, item: Item): Row {
    const names = new Set(entity.relationships.map(({ name }) => name));
    const ownFields = Object.entries(item).filter(([name]) => !names.has(name));
    const filled = entity.relationships
      .filter(({ many }) => !many)
      .flatMap(({ name, target, on: [column, other] }) =>
        itemsOf(item[name]).map((parent): readonly [string, Wire] => {
          const [key = ''] = this.create(entityOf(target), [parent]);
          return [column, this.#scene.state.of(entityOf(target).table.name).get(key)?.[other] ?? null];
        }),
      );
    return Object.fromEntries([...ownFields, ...filled]);
  }

  #createChildren(entity: Entity, item: Item, key: string): void {
    const row = this.#scene.state.of(entity.table.name).get(key) ?? {};
    for (const { name, many } of entity.relationships) {
      const children = itemsOf(item[name]);
      if (!many || children.length === 0) continue;
      const { target, on, through } = relationshipOf(entity, name);
      const value = row[on[0]] ?? null;
      if (through === undefined) {
        this.create(
          entityOf(target),
          children.map((child) => ({ ...child, [on[1]]: value })),
        );
      } else {
        for (const child of children) {
          const other = this.#createOne(entityOf(target), child);
          const link = this.#scene.state.of(entityOf(target).table.name).get(other)?.[on[1]] ?? null;
          this.#insert(entityOf(through.entity), [{ [through.own]: value, [through.other]: link }]);
        }
      }
    }
  }

  #insert(entity: Entity, rows: readonly Row[]): readonly string[] {
    const { state, caller } = this.#scene;
    const statement = new Statement(state);
    const inserted = statement.insert(entity.table.name, rows);
    const isNumbered = rows.some((row) => entity.table.key.some((name) => row[name] !== undefined));
    if (entity.view !== undefined && isNumbered && store().numbersOfViews === 'refused') {
      statement.addError('ConstraintViolated');
    }
    const after = inserted.map((row) => state.of(entity.table.name).get(textOfKey(entity, row)) ?? row);
    const visibleRows = store().triggersComeLast ? inserted : [...after, ...inserted];
    if (entity.view !== undefined && !visibleRows.every(entity.view.shows)) {
      statement.addError('ConstraintViolated');
    }
    if (!after.every((row) => satisfiesCheck(caller, 'create', { entity, row, state })))
      this.#forbidden.push('Forbidden');
    statement.end(this.#forbidden);
    return inserted.map((row) => textOfKey(entity, row));
  }
}
