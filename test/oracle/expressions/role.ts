import type { Random } from '../generate/random.ts';
import type { Dataset, Entity } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import { type Caller, ClaimPool } from './claim-pool.ts';
import { type Condition, claimsOf } from './expression.ts';
import { featuresOf } from './features.ts';
import { type CallerClaims, keepRows, matchesItem } from './judge.ts';
import { makeCondition } from './make-condition.ts';
import type { MakeContext } from './make-context.ts';

/** Permissions of a role, and a caller. */
export interface Role {
  readonly name: string;
  /** Policies by entity; entities without one show all rows. */
  readonly policies: ReadonlyMap<string, Condition>;
  /** Entities that it may not read. */
  readonly denied: readonly string[];
  /** Forbidden columns by entity. */
  readonly hidden: ReadonlyMap<string, readonly string[]>;
  /** Has every claim of the policies. */
  readonly caller: Caller;
  /** Callers with one missing or invalid claim. */
  readonly invalidCallers: readonly Caller[];
}

/** State for generating expressions. */
export type Workshop = Pick<MakeContext, 'random' | 'coverage' | 'store'>;

/** Generates a role with a policy for most entities, and some forbidden columns. */
export function makeRole(name: string, { entities }: Dataset, workshop: Workshop): Role {
  const { random } = workshop;
  const claims = new ClaimPool();
  const policies = new Map<string, Condition>();
  for (const entity of entities) {
    if (random.chance(0.95)) policies.set(entity.name, makeUseful(entity, { ...workshop, claims }));
  }
  const caller = claims.caller(random);
  const named = new Set([...policies.values()].flatMap(claimsOf).map((claim) => claim.name));
  const invalidCallers = [...named].map((claim) => claims.corrupt(caller, claim, random));
  return { name, policies, denied: [], hidden: hideColumns(entities, random), caller, invalidCallers };
}

/** Hides some columns, except keys, which identify rows. */
function hideColumns(entities: readonly Entity[], random: Random): ReadonlyMap<string, readonly string[]> {
  return new Map(
    entities.map(({ name, key, fields }) => {
      const otherFields = fields.map((field) => field.name).filter((field) => !key.includes(field));
      return [name, random.chance(0.4) ? otherFields.filter(() => random.chance(0.2)) : []];
    }),
  );
}

/** Context and requirements of a generated expression. */
interface UsefulContext extends Omit<MakeContext, 'budget'> {
  readonly suits?: (condition: Condition) => boolean;
}

const TRIES = 12;
const CANDIDATES = 3;

/** Generates a condition that keeps some rows but not all, preferring the least-used features. */
export function makeUseful(entity: Entity, context: UsefulContext): Condition {
  const { random, coverage, store, claims, suits } = context;
  const useful: Condition[] = [];
  let last: Condition | undefined;
  for (let remaining = TRIES; last === undefined || (remaining > 0 && useful.length < CANDIDATES); remaining -= 1) {
    const condition = makeCondition({ ...context, budget: { leaves: random.pick([1, 2, 3, 4, 5, 8]) } }, entity);
    if (suits?.(condition) === false) continue;
    last = condition;
    if (isSelective(last, entity, store, claims?.claims() ?? new Map())) useful.push(last);
  }
  const rarity = (condition: Condition): number =>
    Math.min(...featuresOf(condition, entity, store).map((feature) => coverage.of(feature)));
  const [rarest = last] = useful.toSorted((left, right) => rarity(left) - rarity(right));
  if (rarest === undefined) throw new Error('No role was generated.');
  for (const feature of featuresOf(rarest, entity, store)) coverage.count(feature);
  return rarest;
}

/** Rows sampled to decide whether a condition is useful. */
const SAMPLE = 120;

function isSelective(condition: Condition, entity: Entity, store: Store, claims: CallerClaims): boolean {
  const rows = store.rows(entity);
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const results = new Set<boolean>();
  for (let index = 0; index < rows.length && results.size < 2; index += step) {
    const row = rows[index];
    if (row !== undefined) results.add(matchesItem(condition, { entity, row }, store, claims));
  }
  return results.size === 2;
}

/** Removes columns that another store lacks: `Product.weight`. */
export const withoutColumns = ({ entities, rows }: Dataset, columns: readonly string[]): Dataset => ({
  rows,
  entities: entities.map((entity) => ({
    ...entity,
    fields: entity.fields.filter(({ name }) => !columns.includes(`${entity.name}.${name}`)),
  })),
});

/**
 * Returns the entities, rows, and columns visible to a caller.
 * @throws Error if the caller is invalid for a policy
 */
export function visibleTo({ policies, denied, hidden }: Role, { claims }: Caller, dataset: Dataset): Dataset {
  const store = new Store(dataset);
  const rows = dataset.entities.map((entity) => {
    const policy = policies.get(entity.name);
    return [entity.name, policy === undefined ? store.rows(entity) : keepRows(policy, entity, store, claims)] as const;
  });
  const entities = dataset.entities
    .filter(({ name }) => !denied.includes(name))
    .map((entity) => ({
      ...entity,
      relationships: entity.relationships.filter(
        ({ target, through }) => ![target, through?.entity ?? target].some((name) => denied.includes(name)),
      ),
    }));
  const columns = [...hidden].flatMap(([entity, fields]) => fields.map((field) => `${entity}.${field}`));
  return withoutColumns({ entities, rows: new Map(rows) }, columns);
}
