/**
 * Database and client faults during writes and reads: `npm run faults -- [scenario …] [--short] [--store postgres]`.
 * Prints a table; exits with 1 if an expectation is violated.
 */
import { parseArgs } from 'node:util';
import { printGrid } from '../../benchmarks/report/grid.ts';
import { databases } from './databases.ts';
import { brokenOff, type Findings } from './findings.ts';
import { findingsGrid, formatFindings, isMet } from './findings-grid.ts';
import { scenarios } from './scenarios.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  // Unknown options are reported below.
  strict: false,
  options: { short: { type: 'boolean' }, store: { type: 'string' } },
});
const { short, store = 'postgres', ...others } = values;
const unknown = positionals.filter((name) => scenarios.every((scenario) => scenario.name !== name));
if (
  Object.keys(others).length > 0 ||
  unknown.length > 0 ||
  typeof store !== 'string' ||
  !Object.hasOwn(databases, store)
) {
  console.error('npm run faults -- [scenario …] [--short] [--store name]');
  console.error(`There are the scenarios ${scenarios.map(({ name }) => name).join(', ')}.`);
  console.error(`There are the stores ${Object.keys(databases).join(', ')}.`);
  process.exit(2);
}

const found: [string, Findings][] = [];
for (const { name, run, isFor } of scenarios) {
  if (positionals.length > 0 ? !positionals.includes(name) : !isFor(store)) continue;
  console.error(`… ${name}`);
  const findings = await run(short ? 'short' : 'long', store).catch(brokenOff);
  console.error(formatFindings(name, findings));
  found.push([name, findings]);
}
console.log(printGrid(findingsGrid(found)));
process.exitCode = found.every(([, findings]) => isMet(findings)) ? 0 : 1;
