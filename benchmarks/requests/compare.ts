import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { choose, type Options } from '../read-options.ts';
import type { Contender, Workload } from './contender.ts';
import { contendersOn } from './contenders.ts';
import type { WorkloadResult } from './results.ts';
import { asRevision, checkOut, checkRevision } from './revision.ts';
import { type RequestsOptions, runRequests } from './run-requests.ts';
import { workloadsOn } from './workloads.ts';

export interface Sides {
  readonly workloads: readonly Workload[];
  readonly contenders: readonly Contender[];
  readonly against?: string;
  /** False if names or `against` changed the default. */
  readonly isWhole: boolean;
}

/**
 * Chooses all by default; with `against`, only Joinery.
 * @throws RangeError for an unknown name, or if nothing would run
 */
export function chooseSides({
  against,
  store,
  ...names
}: Pick<Options, 'workloads' | 'contenders' | 'against' | 'store'>): Sides {
  const [workloads, contenders] = [workloadsOn(store), contendersOn(store)];
  const chosen = choose('workload', workloads, names.workloads);
  const named = choose('contender', contenders, names.contenders);
  if (against === undefined) {
    if (!named.some((one) => chosen.some((workload) => one.requestsFor(workload, 1).length > 0))) {
      throw new RangeError(
        'None of these servers runs any of these workloads. Omit --workloads or --contenders to see all.',
      );
    }
    const isWhole = chosen.length === workloads.length && named.length === contenders.length;
    return { workloads: chosen, contenders: named, isWhole };
  }
  checkRevision(against);
  const participants = names.contenders === undefined ? named.filter(({ isJoinery }) => isJoinery) : named;
  return { workloads: chosen, contenders: participants, against, isWhole: false };
}

/** Checks out the other revision temporarily. */
export async function compare(
  { against, ...sides }: Sides,
  options: Omit<RequestsOptions, 'workloads' | 'contenders'>,
): Promise<readonly WorkloadResult[]> {
  if (against === undefined) return runRequests({ ...options, ...sides });
  const temporary = await makeTemporaryFolder();
  try {
    const folder = join(temporary, 'revision');
    await checkOut(against, { ...options, folder });
    const participants = sides.contenders.flatMap((one) =>
      one.isJoinery ? [one, asRevision(one, against, folder)] : [one],
    );
    return await runRequests({ ...options, ...sides, contenders: participants });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
