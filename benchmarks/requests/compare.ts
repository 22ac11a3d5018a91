import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { choose, type Options } from '../read-options.ts';
import { contenders } from './contenders.ts';
import type { WorkloadResult } from './results.ts';
import { asRevision, checkOut } from './revision.ts';
import { type RequestsOptions, runRequests } from './run-requests.ts';
import { workloads } from './workloads.ts';

type Comparison = Pick<Options, 'workloads' | 'contenders' | 'against'> &
  Omit<RequestsOptions, 'workloads' | 'contenders'>;

/**
 * Measures those who were chosen: everybody by default, and where another revision stands beside Joinery, only Joinery.
 * @returns also whether nobody and nothing was left out or added
 * @throws RangeError that lists what there is to choose of
 */
export async function compare({
  workloads: workloadNames,
  contenders: names,
  against,
  ...options
}: Comparison): Promise<{ readonly results: readonly WorkloadResult[]; readonly isWhole: boolean }> {
  const chosenWorkloads = choose('workload', workloads, workloadNames);
  const named = choose('contender', contenders, names);
  const run = { ...options, workloads: chosenWorkloads };
  if (against === undefined) {
    const isWhole = chosenWorkloads.length === workloads.length && named.length === contenders.length;
    return { results: await runRequests({ ...run, contenders: named }), isWhole };
  }
  const chosen = names === undefined ? named.filter(({ isJoinery }) => isJoinery) : named;
  const temporary = await makeTemporaryFolder();
  try {
    const folder = join(temporary, 'revision');
    await checkOut(against, { ...options, folder });
    const beside = chosen.flatMap((one) => (one.isJoinery ? [one, asRevision(one, against, folder)] : [one]));
    return { results: await runRequests({ ...run, contenders: beside }), isWhole: false };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
