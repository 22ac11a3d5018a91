import { readFile, writeFile } from 'node:fs/promises';
import { checkGoals } from '../requests/check-goals.ts';
import { contendersOn } from '../requests/contenders.ts';
import { goalsOn } from '../requests/goals.ts';
import { workloadsOn } from '../requests/workloads.ts';
import { fillTemplate } from './fill-template.ts';
import { goalsGrid } from './goals-grid.ts';
import { bullets, formatExtent, formatRounds, table } from './page-parts.ts';
import { type Recorded, readNewest } from './records.ts';
import { requestsGrid } from './requests-grid.ts';

const TEMPLATE = new URL('performance-mysql.template.md', import.meta.url);
const PAGE = new URL('../../docs/performance-mysql.md', import.meta.url);

/**
 * Writes the page.
 * @returns the parts that have no record; if there are any, nothing is written
 */
export async function writeFamilyPerformance(): Promise<readonly string[]> {
  const [mariadb, mysql] = [await readNewest('requests-mariadb'), await readNewest('requests-mysql')];
  if (mariadb === undefined || mysql === undefined) {
    return Object.entries({ mariadb, mysql }).flatMap(([store, record]) =>
      record === undefined ? [`requests --store ${store}`] : [],
    );
  }
  const texts = {
    workloads: bullets(workloadsOn('mysql')),
    contenders: bullets(contendersOn('mysql').filter(({ isJoinery }) => !isJoinery)),
    ...textsOf('mariadb', mariadb),
    ...textsOf('mysql', mysql),
  };
  await writeFile(PAGE, fillTemplate(await readFile(TEMPLATE, 'utf8'), texts));
  return [];
}

const textsOf = (
  store: 'mariadb' | 'mysql',
  record: Recorded<'requests-mariadb' | 'requests-mysql'>,
): Readonly<Record<string, string>> => ({
  [`${store}-extent`]: formatExtent(record, formatRounds),
  [`${store}-goals`]: table(record, (results) => goalsGrid(checkGoals(results, goalsOn[store]))),
  [`${store}-requests`]: table(record, requestsGrid),
});
