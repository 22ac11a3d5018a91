import type { Grid } from '../../benchmarks/report/grid.ts';
import type { Findings } from './findings.ts';

/** Returns a table with one row per scenario. */
export function findingsGrid(found: readonly (readonly [name: string, findings: Findings])[]): Grid {
  return {
    head: [
      'scenario',
      'verdict',
      'requests',
      'acknowledged',
      'missing',
      'reported undone but present',
      'OutcomeUnknown',
      '500s',
      'hung',
      'recovery, ms',
    ],
    textColumns: 2,
    rows: found.map(([name, findings]) =>
      [
        name,
        isMet(findings) ? 'ok' : 'FAIL',
        findings.requests,
        findings.acknowledged,
        findings.missing,
        findings.wronglyReportedUndone,
        findings.outcomeUnknown,
        findings.internal,
        findings.hung,
        findings.recoveryMs === undefined ? '–' : Math.round(findings.recoveryMs),
      ].map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)),
    ),
  };
}

/** Prints details in addition to the table: violations and observations. */
export const formatFindings = (name: string, { violated, late, observations }: Findings): string =>
  [`${name}: ${observations.join(' · ')}`, ...[...violated, ...late].map((text) => `  FAIL: ${text}`)].join('\n');

export const isMet = ({ violated, late }: Findings): boolean => violated.length + late.length === 0;
