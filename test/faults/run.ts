/**
 * Faults of a real database, and of clients, while others write and read: `npm run faults -- [scenario …] [--short] [--database postgres]`.
 * Prints one table; the exit code is 1 where an expectation does not hold.
 */
import { parseArgs } from 'node:util';
import { printGrid } from '../../benchmarks/report/grid.ts';
import { databases } from './databases.ts';
import { brokenOff, type Findings } from './findings.ts';
import { findingsGrid, isMet, tellFindings } from './findings-grid.ts';
import { scenarios } from './scenarios.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  // What is unknown is told below.
  strict: false,
  options: { short: { type: 'boolean' }, database: { type: 'string' } },
});
const { short, database = 'postgres', ...others } = values;
const unknown = positionals.filter((name) => scenarios.every((scenario) => scenario.name !== name));
if (Object.keys(others).length > 0 || unknown.length > 0 || typeof database !== 'string' || !(database in databases)) {
  console.error('npm run faults -- [scenario …] [--short] [--database name]');
  console.error(`There are the scenarios ${scenarios.map(({ name }) => name).join(', ')}.`);
  console.error(`There are the databases ${Object.keys(databases).join(', ')}.`);
  process.exit(2);
}

const found: [string, Findings][] = [];
for (const { name, run } of scenarios) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(`… ${name}`);
  const findings = await run(short ? 'short' : 'long', database).catch(brokenOff);
  console.error(tellFindings(name, findings));
  found.push([name, findings]);
}
console.log(printGrid(findingsGrid(found)));
process.exitCode = found.every(([, findings]) => isMet(findings)) ? 0 : 1;
