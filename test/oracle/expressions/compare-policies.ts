import { type Draw, Draws } from '../corpus/corpus.ts';
import { Coverage } from '../generate/coverage.ts';
import type { Dataset } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import type { Shop } from './boot-roles.ts';
import { compareRoles, type Mismatch, type Outcome } from './compare-roles.ts';
import type { Condition } from './expression.ts';
import { absentFeatures, claimFeatures, mainFeatures, rareFeatures } from './features.ts';
import { printCondition } from './print-condition.ts';
import { makeRole, type Role } from './role.ts';
import { shrinkCondition } from './shrink-condition.ts';

export interface PolicyComparison extends Draw {
  readonly shop: Shop;
  readonly dataset: Dataset;
  /** Approximate number of fresh expressions. */
  readonly count: number;
}

export interface PolicyReport extends Pick<Outcome, 'matched' | 'refused'> {
  /** Shrunk mismatches, one per kind. */
  readonly mismatches: readonly string[];
  readonly coverage: Coverage;
  readonly roles: readonly Role[];
}

/** Roles per application. */
const BATCH = 150;
const MAX_KINDS = 5;

/** Compares the rows that match random policies. */
export async function comparePolicies(comparison: PolicyComparison): Promise<PolicyReport> {
  const { shop, dataset, seed, corpus } = comparison;
  const coverage = new Coverage([...mainFeatures, ...claimFeatures, ...rareFeatures]);
  const count = Math.ceil(comparison.count / (0.9 * dataset.entities.length));
  const draws = new Draws({ seed, count, ...(corpus && { corpus }) }, coverage, featuresOfPolicies(dataset));
  const store = new Store(dataset);
  const report = { matched: [] as Outcome['matched'][number][], refused: 0, roles: [] as Role[] };
  const kinds = new Map<string, Mismatch>();
  while (!draws.isOver && kinds.size < MAX_KINDS) {
    const index = report.roles.length;
    const roles: Role[] = [];
    while (!draws.isOver && roles.length < BATCH)
      roles.push(draws.next((context) => makeRole(`r${index + roles.length}`, dataset, { ...context, store })));
    const outcome = await compareRoles(shop, roles, dataset);
    report.matched.push(...outcome.matched);
    report.refused += outcome.refused;
    report.roles.push(...roles);
    for (const mismatch of outcome.mismatches) if (!kinds.has(mismatch.kind)) kinds.set(mismatch.kind, mismatch);
  }
  const mismatches: string[] = [];
  for (const mismatch of kinds.values()) mismatches.push(`seed ${seed}\n${await describe(mismatch, comparison)}`);
  return { ...report, mismatches, coverage };
}

/** Prints a mismatch with a shrunk condition. */
async function describe(
  { role, entity, caller, kind, text }: Mismatch,
  { shop, dataset }: PolicyComparison,
): Promise<string> {
  const policy = role.policies.get(entity.name);
  if (policy === undefined) return text;
  let reason = text;
  const findFailing = async (candidates: readonly Condition[]): Promise<Condition | undefined> => {
    const roles = candidates.map((candidate, index): Role => {
      return {
        name: `s${index}`,
        policies: new Map([[entity.name, candidate]]),
        denied: [],
        hidden: new Map(),
        caller,
        invalidCallers: [],
      };
    });
    const { mismatches } = await compareRoles(shop, roles, dataset);
    const failing = mismatches.filter((mismatch) => mismatch.kind === kind);
    const first = roles.find(({ name }) => failing.some((mismatch) => mismatch.role.name === name));
    reason = failing.find((mismatch) => mismatch.role.name === first?.name)?.text ?? reason;
    return first?.policies.get(entity.name);
  };
  const smallest = await shrinkCondition(policy, findFailing);
  return `${entity.name}: ${printCondition(smallest, 'policy')}\nclaims: ${JSON.stringify(caller.token)}\n${reason}`;
}

const SELDOM = 5;

/** Returns the language features available in policies. */
export const featuresOfPolicies = (dataset: Dataset): readonly string[] =>
  [...mainFeatures, ...claimFeatures, ...rareFeatures].filter((feature) => !absentFeatures(dataset).includes(feature));

/**
 * Lists the weaknesses of a run; empty if it is representative.
 * @param often required uses of each main feature
 */
export function findShortfalls(
  { matched, refused, coverage }: PolicyReport,
  dataset: Dataset,
  often: number,
): readonly string[] {
  const required = featuresOfPolicies(dataset);
  const below = (features: readonly string[], minimum: number): readonly string[] =>
    features
      .filter((feature) => coverage.of(feature) < minimum)
      .map((feature) => `${feature}: ${coverage.of(feature)}`);
  const selective = matched.filter(({ rows, all }) => rows > 0 && rows < all).length;
  return [
    ...below(
      required.filter((feature) => !rareFeatures.includes(feature)),
      often,
    ),
    ...below(
      required.filter((feature) => rareFeatures.includes(feature)),
      SELDOM,
    ),
    ...(selective < 0.95 * matched.length
      ? [`only ${selective} of ${matched.length} keep some rows and not others`]
      : []),
    ...(refused < 0.1 * matched.length ? [`only ${refused} callers had to be refused`] : []),
  ];
}
