import { compareMany } from '../compare-many.ts';
import { Random } from '../generate/random.ts';
import type { Run } from '../judge-operation.ts';
import type { Dataset } from '../naive/entity.ts';
import { sliceHere } from '../slice-here.ts';
import { bootRoles, type Shop } from './boot-roles.ts';
import { printCondition } from './print-condition.ts';
import { type Role, visibleTo } from './role.ts';
import { runAs } from './run-as.ts';

const MAX_MISMATCHES = 3;

/** One role in this many uses cursors. */
const CURSORS = 4;

export interface OperationsOutcome {
  /** Descriptions of differences from the naive service. */
  readonly mismatches: readonly string[];
  /** Number of uses of each feature, by all roles. */
  readonly features: ReadonlyMap<string, number>;
  /** Tested roles: those that see some rows of each entity. */
  readonly roles: number;
  /** Root fields, and those that returned rows. */
  readonly answers: { readonly all: number; readonly nonEmpty: number };
}

/** Runs random operations for each role; the naive service has only the rows visible to the role. */
export async function compareOperations(
  shop: Shop,
  roles: readonly Role[],
  { dataset, count, seed }: { dataset: Dataset; count: number; seed: number },
): Promise<OperationsOutcome> {
  const application = await bootRoles(shop, roles);
  if (!('answer' in application)) throw new Error(`The policies are rejected: ${JSON.stringify(application)}`);
  const mismatches: string[] = [];
  const features = new Map<string, number>();
  const answers = { all: 0, nonEmpty: 0 };
  let queried = 0;
  try {
    for (const [index, role] of roles.entries()) {
      const { name, caller } = role;
      const rows = visibleTo(role, caller, dataset);
      // The generator draws values from rows.
      if (mismatches.length >= MAX_MISMATCHES) break;
      if (dataset.entities.some((entity) => rows.rows.get(entity.name)?.length === 0)) continue;
      const run = runAs(application, name, caller);
      queried += 1;
      const report = await compareMany({
        seed: seed + index,
        count,
        slice: sliceHere(),
        schema: application.schema,
        rows,
        run,
        // Fetching cursors takes hundreds of requests.
        cursors: index % CURSORS === 0,
      });
      mismatches.push(
        ...report.mismatches.map((mismatch) => `${Object.values(mismatch).join('\n')}\n${describe(role)}`),
      );
      mismatches.push(
        ...(await findWrongItems(run, { visible: rows, dataset, random: new Random(seed + index) })).map(
          (wrong) => `${wrong}\n${describe(role)}`,
        ),
      );
      for (const [feature, times] of report.coverage.counts())
        features.set(feature, (features.get(feature) ?? 0) + times);
      answers.all += report.answers.all;
      answers.nonEmpty += report.answers.nonEmpty;
    }
  } finally {
    await application.close();
  }
  return { mismatches, features, answers, roles: queried };
}

/** Features that operations must use: every way to read rows. */
export const requiredOfOperations: readonly string[] = [
  ...['filter to-one', 'filter to-many'],
  ...['some', 'every', 'none', 'direct'].map((kind) => `filter to-many ${kind}`),
  ...['list filter', 'list orderBy', 'list first', 'list search', 'order by a relationship'],
  ...['connection after', 'connection before', 'select totalCount', 'select hasNextPage'],
];

/** Rows per entity read by key, visible and hidden. */
const ITEMS = 3;

/** Finds items that are returned although hidden, or missing although visible. */
async function findWrongItems(
  run: Run,
  { visible, dataset, random }: { visible: Dataset; dataset: Dataset; random: Random },
): Promise<readonly string[]> {
  const queries = dataset.entities.flatMap((entity) => {
    const visibleRows = new Set(visible.rows.get(entity.name));
    const all = dataset.rows.get(entity.name) ?? [];
    const some = random.times(ITEMS, () => random.pick(all));
    const unseen = all.filter((row) => !visibleRows.has(row));
    const more = unseen.length === 0 ? [] : random.times(ITEMS, () => random.pick(unseen));
    return [...some, ...more].map((row) => ({ entity, row, isSeen: visibleRows.has(row) }));
  });
  const fields = queries.map(({ entity: { name, key }, row }, index) => {
    const field = `${name.charAt(0).toLowerCase()}${name.slice(1)}_by_pk`;
    const keys = key.map((column) => `${column}: ${JSON.stringify(row[column])}`);
    return `i${index}: ${field}(${keys.join(', ')}) { ${key.join(' ')} }`;
  });
  const { data, errors = [] } = await run(`{ ${fields.join('\n')} }`, '{}');
  if (typeof data !== 'string') return errors.map(({ message }) => message);
  const found = JSON.parse(data) as Readonly<Record<string, unknown>>;
  return queries.flatMap(({ isSeen: isVisible }, index) =>
    (found[`i${index}`] !== null) === isVisible
      ? []
      : [`${isVisible ? 'not found' : 'must not be found'}: ${fields[index]}`],
  );
}

function describe({ policies, hidden, caller }: Role): string {
  return [
    ...[...policies].map(([entity, policy]) => `${entity}: ${printCondition(policy, 'policy')}`),
    `hidden: ${JSON.stringify(Object.fromEntries(hidden))}`,
    `claims: ${JSON.stringify(caller.token)}`,
  ].join('\n');
}
