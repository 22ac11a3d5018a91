import { Coverage } from '../generate/coverage.ts';
import { Random } from '../generate/random.ts';
import type { Dataset } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import type { Shop } from './boot-roles.ts';
import { compareRoles, type Mismatch, type Outcome } from './compare-roles.ts';
import type { Condition } from './expression.ts';
import { absentFeatures, claimFeatures, mainFeatures, rareFeatures } from './features.ts';
import { printCondition } from './print-condition.ts';
import { makeRole, type Role } from './role.ts';
import { shrinkCondition } from './shrink-condition.ts';

export interface PolicyComparison {
  readonly shop: Shop;
  readonly dataset: Dataset;
  readonly seed: number;
  /** Minimum number of compared expressions. */
  readonly count: number;
}

export interface PolicyReport extends Pick<Outcome, 'kept' | 'refused'> {
  /** Shrunk mismatches, one per kind. */
  readonly mismatches: readonly string[];
  readonly coverage: Coverage;
  readonly roles: readonly Role[];
}

/** Roles per application. */
const BATCH = 150;
const MAX_KINDS = 5;

/** Compares the rows kept by random policies. */
export async function comparePolicies(comparison: PolicyComparison): Promise<PolicyReport> {
  const { shop, dataset, seed, count } = comparison;
  const coverage = new Coverage([...mainFeatures, ...claimFeatures, ...rareFeatures]);
  const workshop = { random: new Random(seed), coverage, store: new Store(dataset) };
  const report = { kept: [] as Outcome['kept'][number][], refused: 0, roles: [] as Role[] };
  const kinds = new Map<string, Mismatch>();
  while (report.kept.length < count && kinds.size < MAX_KINDS) {
    const wanted = Math.ceil((count - report.kept.length) / dataset.entities.length) + 1;
    const made = report.roles.length;
    const roles = workshop.random.times(Math.min(BATCH, wanted), (index) =>
      makeRole(`r${made + index}`, dataset, workshop),
    );
    const outcome = await compareRoles(shop, roles, dataset);
    report.kept.push(...outcome.kept);
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
        misfits: [],
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

const OFTEN = 20;
const SELDOM = 5;

/** Returns missing coverage of a run; empty for a good one. */
export function findShortfalls({ kept, refused, coverage }: PolicyReport, dataset: Dataset): readonly string[] {
  const absent = absentFeatures(dataset);
  const below = (features: readonly string[], minimum: number): readonly string[] =>
    features
      .filter((feature) => coverage.of(feature) < minimum)
      .map((feature) => `${feature}: ${coverage.of(feature)}`);
  const telling = kept.filter(({ rows, all }) => rows > 0 && rows < all).length;
  return [
    ...below([...mainFeatures, ...claimFeatures], OFTEN),
    ...below(
      rareFeatures.filter((feature) => !absent.includes(feature)),
      SELDOM,
    ),
    ...(telling < 0.95 * kept.length ? [`only ${telling} of ${kept.length} keep some rows and not others`] : []),
    ...(refused < 0.1 * kept.length ? [`only ${refused} callers had to be refused`] : []),
  ];
}
