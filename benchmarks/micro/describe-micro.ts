import { describeTables } from './describe-tables.ts';
import type { MicroResult } from './run-micro.ts';
import { tablesOfMicro } from './tables-of-micro.ts';

/** The section of `docs/performance.md` about what is measured without a database, as Markdown. */
export const describeMicro = (results: readonly MicroResult[]): string =>
  `## Each stage by itself

\`npm run bench -- micro\` drives the layers of the service one by one, without a database: the catalog is made, and a driver
answers constant texts. So it is our own time that is measured, and nothing else. Medians, lower quartiles in parentheses. Of the stages,
*each* is done for every request, *first* for the first one of its form only, *later* instead for those after it.

Growth is the least of three turns at each size; its exponent is fitted by least squares over logarithms, over the upper half of
the sizes: below 0.2 it is called flat, from 0.8 to 1.25 linear; what is less than linear has a fixed part beside one that is linear.

${describeTables(tablesOfMicro(results))}
`;
