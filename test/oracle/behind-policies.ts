import type { Config } from '../../src/config/config.ts';
import type { Dataset, Row } from './naive/entity.ts';
import { Store } from './naive/store.ts';

/** Rows of an entity visible to a role: a policy, and the equivalent JavaScript predicate. */
interface RestrictedView {
  readonly policy?: string;
  readonly sees?: (row: Row, all: Store) => boolean;
  readonly hidden?: readonly string[];
}

const views: Readonly<Record<string, RestrictedView>> = {
  Customer: {
    policy: "@item.country ne 'NL' and not (@item.newsletter eq false)",
    sees: ({ country, newsletter }) => country !== 'NL' && newsletter === true,
    hidden: ['email', 'credit'],
  },
  Order: {
    policy: "@item.status ne 'CANCELLED' and @item.customer/country ne 'DE'",
    sees: ({ status, customer_id }, all) =>
      status !== 'CANCELLED' && all.byKey(all.entity('Customer'), { id: customer_id ?? null })?.country !== 'DE',
    hidden: ['comment'],
  },
  ProductSupplier: { policy: '@item.preferred eq true', sees: ({ preferred }) => preferred === true },
  Employee: { policy: '@item.active eq true', sees: ({ active }) => active === true, hidden: ['salary'] },
  Product: {
    policy: '@item.discontinued eq false or @item.stock gt 10',
    sees: ({ discontinued, stock }) => discontinued === false || Number(stock) > 10,
  },
};

/** Returns the shop for an anonymous caller with restrictive policies; another role sees everything. */
export const behindPolicies = (config: Config): Config => ({
  ...config,
  // This caller's lists are short, so they are nested without a page size.
  runtime: { ...config.runtime, limits: { ...config.runtime.limits, rows: Number.MAX_SAFE_INTEGER } },
  entities: config.entities.map((entity) => {
    const { policy, hidden = [] } = views[entity.name] ?? {};
    const right = { action: 'read', exclude: hidden, ...(policy === undefined ? {} : { policy }) } as const;
    return {
      ...entity,
      permissions: [
        { role: 'anonymous', actions: [right] },
        { role: 'auditor', actions: [{ action: 'read', exclude: [] }] },
      ],
    };
  }),
});

/** Returns the data that this caller sees. */
export function visibleDataset(dataset: Dataset): Dataset {
  const all = new Store(dataset);
  return {
    entities: dataset.entities.map((entity) => ({
      ...entity,
      fields: entity.fields.filter(({ name }) => views[entity.name]?.hidden?.includes(name) !== true),
    })),
    rows: new Map(
      [...dataset.rows].map(([entity, rows]) => [
        entity,
        rows.filter((row) => views[entity]?.sees?.(row, all) ?? true),
      ]),
    ),
  };
}
