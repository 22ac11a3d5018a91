/** Prints the counts of Vitest's JSON report as one line, `N passed, N failed, N skipped`: `node print-counts.ts report.json` */
import { readFileSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** False also when a file could not be loaded, which has no tests to count. */
  readonly success: boolean;
}

const report = readReport(process.argv[2] ?? '');
const failed = report.success ? 0 : Math.max(1, report.numFailedTests);
console.log(
  `${report.numPassedTests} passed, ${failed} failed, ${report.numPendingTests + report.numTodoTests} skipped`,
);

/** A run that broke off before it wrote its report counts as one failure. */
function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, success: false };
  }
}
