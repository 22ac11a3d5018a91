import { type Fit, fitGrowth } from './fit.ts';
import { growths } from './growths.ts';
import { openShop } from './open-shop.ts';
import { stagesOf } from './stages.ts';

export interface StageGrowth extends Fit {
  readonly stage: string;
  readonly microseconds: readonly number[];
}

export interface GrowthResult {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly stages: readonly StageGrowth[];
  readonly why: string;
}

const [wanted = ''] = process.argv.slice(2);
const growth = growths.find(({ name }) => name === wanted);
if (growth === undefined) throw new RangeError(`Unknown growth "${wanted}".`);
const { name, sizes, stages, why, workload, shop } = growth;
/** Rounds over all sizes; the minimum counts. */
const TURNS = 3;

const opened = [];
for (const size of sizes) {
  const ofSize = await stagesOf(workload(size), await openShop(shop(size)));
  opened.push(ofSize.filter((stage) => stages.includes(stage.name)));
}
const least = sizes.map(() => new Map<string, number>());
for (let turn = 0; turn < TURNS; turn += 1) {
  for (const [index, ofSize] of opened.entries()) {
    for (const { name: stage, measure } of ofSize) {
      const { min } = await measure();
      least[index]?.set(stage, Math.min(min, least[index].get(stage) ?? min));
    }
  }
}
const measured = stages.map((stage) => {
  const microseconds = least.map((ofSize) => ofSize.get(stage) ?? Number.NaN);
  const points = sizes.map((size, index) => ({ size, value: microseconds[index] ?? Number.NaN }));
  return { stage, microseconds, ...fitGrowth(points) };
});
console.log(JSON.stringify({ name, sizes, stages: measured, why } satisfies GrowthResult));
