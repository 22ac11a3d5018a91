import { describeTables } from './describe-tables.ts';
import type { MicroResult } from './run-micro.ts';
import { tablesOfMicro } from './tables-of-micro.ts';

export const describeMicro = (results: readonly MicroResult[]): string =>
  `## Time of each stage

\`npm run bench -- micro\` runs each layer of the service separately, without a database: the catalog is generated, and a
driver returns constant strings. So the figures contain only the time of Joinery. The figures are medians, with lower
quartiles in parentheses. Some stages run for *each* request, some only for the *first* request of a shape, and some
only for *later* requests.

The growth tables use the minimum of three runs at each size. The exponent is a least-squares fit of the logarithms,
over the upper half of the sizes. An exponent below 0.2 counts as flat, and an exponent from 0.8 to 1.25 as linear.
"Less than linear" means a linear cost plus a constant.

${describeTables(tablesOfMicro(results))}
`;
