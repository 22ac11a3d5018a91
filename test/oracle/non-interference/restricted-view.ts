import type { ServerName } from '../../support/server-names.ts';
import { type Condition, plain } from '../expressions/expression.ts';
import { applyChanges, keepUnnoticed, makeHiddenChanges, type RowChange } from '../expressions/hidden-changes.ts';
import { makeRole, type Role, visibleTo } from '../expressions/role.ts';
import { shopRules } from '../expressions/shop-rules.ts';
import { Coverage } from '../generate/coverage.ts';
import type { Random } from '../generate/random.ts';
import type { Dataset } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import { poison } from './poison.ts';

/** Data of a database visible to a role, and changes of its hidden data. */
export interface RestrictedView {
  readonly role: Role;
  /** Entities that the role may not read. */
  readonly forbidden: readonly string[];
  readonly changes: readonly RowChange[];
  /** Visible rows, fields, relationships, and entities, equal in both databases. */
  readonly visible: Dataset;
  /** All rows of both databases; a changed row in both versions. */
  readonly everything: Dataset;
}

export interface ViewSettings {
  readonly random: Random;
  /** Attempted changes, except changes of visible rows. */
  readonly changes: number;
  /** Server that stores the values. */
  readonly server: ServerName;
}

/** Minimum number of rows of a readable entity. */
const FEW = 2;

/** Generates a role with random policies, hidden columns, and forbidden entities, and changes of everything hidden. */
export function makeView(name: string, dataset: Dataset, settings: ViewSettings): RestrictedView {
  const { random } = settings;
  const workshop = { random, coverage: new Coverage([]), store: new Store(dataset) };
  for (;;) {
    const generated = makeRole(name, dataset, workshop);
    const forbidden = dataset.entities
      .map((entity) => entity.name)
      // A view depends on rows hidden elsewhere, so its readers would see changes.
      .filter((entity) => shopRules.views.includes(entity) || random.chance(0.08));
    const policies = new Map([...generated.policies, ...forbidden.map((entity) => [entity, nothing] as const)]);
    const role = { ...generated, policies, hidden: hideMore(generated.hidden, dataset, random) };
    const visible = withoutEntities(visibleTo(role, role.caller, dataset), forbidden);
    if (visible.entities.some((entity) => (visible.rows.get(entity.name)?.length ?? 0) < FEW)) continue;
    const { changes: count, server } = settings;
    const denied = { ...role, denied: shopRules.views };
    const found = makeHiddenChanges(dataset, denied, { random, rules: shopRules, count });
    const before = { dataset, visible: visibleTo(role, role.caller, dataset), role };
    const changes = keepUnnoticed(poison(found, random, server), before);
    return { role, forbidden, changes, visible, everything: unite(dataset, applyChanges(dataset, found)) };
  }
}

/** Hides further columns of all entities. */
const hideMore = (hidden: Role['hidden'], { entities }: Dataset, random: Random): Role['hidden'] =>
  new Map(
    entities.map(({ name, key, fields }) => {
      const more = fields.map((field) => field.name).filter((field) => !key.includes(field) && random.chance(0.12));
      return [name, [...new Set([...(hidden.get(name) ?? []), ...more])]];
    }),
  );

const nothing: Condition = {
  kind: 'bare',
  operand: { kind: 'literal', text: 'false', form: 'boolean', value: false, type: plain('Boolean') },
};

/** Removes entities, and relationships to or through them. */
const withoutEntities = ({ entities, rows }: Dataset, names: readonly string[]): Dataset => ({
  rows,
  entities: entities
    .filter(({ name }) => !names.includes(name))
    .map((entity) => ({
      ...entity,
      relationships: entity.relationships.filter(
        ({ target, through }) => !names.includes(target) && !names.includes(through?.entity ?? ''),
      ),
    })),
});

const unite = (first: Dataset, second: Dataset): Dataset => ({
  entities: first.entities,
  rows: new Map(
    [...first.rows].map(([name, rows]) => [name, [...new Set([...rows, ...(second.rows.get(name) ?? [])])]]),
  ),
});
