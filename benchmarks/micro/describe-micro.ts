import { describeTables } from './describe-tables.ts';
import type { MicroResult } from './run-micro.ts';
import { tablesOfMicro } from './tables-of-micro.ts';

export const describeMicro = (results: readonly MicroResult[]): string =>
  `## Time of each stage

\`npm run bench -- micro\` runs the layers of the service one by one, without a database: the catalog is generated, and a
driver returns constant strings. So it measures only Joinery. The figures are medians, with lower quartiles in
parentheses. Some stages run for *each* request, some only for the *first* request of a shape, and some only for *later*
requests.

Growth uses the minimum of three turns at each size. The exponent is fitted by least squares over logarithms, over the
upper half of the sizes. Growth below 0.2 is flat, and from 0.8 to 1.25 linear. Less than linear means that a fixed part
is added to a linear one.

${describeTables(tablesOfMicro(results))}
`;
