import { makeShop } from './make-shop.ts';
import type { Timing } from './measure.ts';
import { openShop } from './open-shop.ts';
import { restStagesOf } from './rest-stages.ts';
import { type Stage, stagesOf } from './stages.ts';
import { restWorkloads, workloads } from './workloads.ts';

export interface StagesResult {
  readonly workload: string;
  readonly stages: readonly (Pick<Stage, 'when'> & { readonly name: string; readonly timing: Timing })[];
}

const shop = await openShop(makeShop());
const results: StagesResult[] = [];
for (const workload of workloads) results.push(await measureAll(workload.name, await stagesOf(workload, shop)));
for (const workload of restWorkloads) results.push(await measureAll(workload.name, restStagesOf(workload, shop)));
console.log(JSON.stringify(results));

async function measureAll(
  workload: string,
  stages: readonly (Omit<Stage, 'name'> & { readonly name: string })[],
): Promise<StagesResult> {
  const measured: StagesResult['stages'][number][] = [];
  for (const { name, when, measure } of stages) measured.push({ name, when, timing: await measure() });
  return { workload, stages: measured };
}
