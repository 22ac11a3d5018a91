import { readFile, writeFile } from 'node:fs/promises';
import { describeGrowth } from '../growth/print-growth.ts';
import { describeMicro } from '../micro/describe-micro.ts';
import { optionList, partList } from '../read-options.ts';
import { checkGoals } from '../requests/check-goals.ts';
import { contenders } from '../requests/contenders.ts';
import { goalsOn } from '../requests/goals.ts';
import { workloads } from '../requests/workloads.ts';
import { bootGrid } from './boot-grid.ts';
import { drawRates } from './draw-rates.ts';
import { fillTemplate } from './fill-template.ts';
import { goalsGrid } from './goals-grid.ts';
import { bullets, formatExtent, formatMachine, formatRounds, list, table } from './page-parts.ts';
import { type Recorded, readNewest } from './records.ts';
import { pacedGrid, requestsGrid } from './requests-grid.ts';
import { formatSoak, soakGrid } from './soak-grid.ts';
import { stormGrid } from './storm-grid.ts';

const TEMPLATE = new URL('performance.template.md', import.meta.url);
const PAGE = new URL('../../docs/performance.md', import.meta.url);
const PLOT = new URL('../../docs/performance.svg', import.meta.url);

/**
 * Writes the page.
 * @returns the parts that have no record; if there are any, nothing is written
 */
export async function writePerformance(): Promise<readonly string[]> {
  const [boot, requests, storm, micro, growth, soak] = [
    await readNewest('boot'),
    await readNewest('requests'),
    await readNewest('storm'),
    await readNewest('micro'),
    await readNewest('growth'),
    await readNewest('soak'),
  ];
  if (!(boot && requests && storm && micro && growth && soak)) {
    const parts = Object.entries({ boot, requests, storm, micro, growth, soak });
    return parts.flatMap(([part, record]) => (record === undefined ? [part] : []));
  }
  const texts = {
    parts: list(['part', 'what it measures, and for how long'], partList),
    options: list(['option', 'default', 'meaning'], optionList),
    'boot-extent': formatExtent(boot, ({ starts }) => `Medians of ${starts} starts`),
    boot: table(boot, bootGrid),
    workloads: bullets(workloads),
    contenders: bullets(contenders.filter(({ isJoinery }) => !isJoinery)),
    'requests-extent': formatExtent(requests, formatRounds),
    goals: table(requests, (results) => goalsGrid(checkGoals(results, goalsOn.postgres))),
    requests: table(requests, requestsGrid),
    paced: table(requests, pacedGrid),
    'storm-extent': formatExtent(storm, formatRounds),
    storm: table(storm, stormGrid),
    micro: describeMicro(micro.results),
    growth: describeGrowth(growth.results),
    'soak-extent': formatExtent(soak, ({ connections }) => `${connections} connections`),
    'soak-verdict': formatSoak(soak.results),
    soak: table(soak, soakGrid),
  };
  await writeFile(PAGE, fillTemplate(await readFile(TEMPLATE, 'utf8'), texts));
  await writeFile(PLOT, drawRecord(requests));
  return [];
}

export function drawRecord(record: Recorded<'requests'>): string {
  return drawRates(
    record.results,
    `${formatRounds(record.extent)}, minimum and maximum as a line; ${formatMachine(record)}`,
  );
}
