/**
 * Prints what failed by Vitest's JSON report, each with what it was told first, then the counts as one line,
 * `N passed, N failed, N skipped`: `node print-counts.ts report.json`
 */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** False also when a file could not be loaded, which has no tests to count. */
  readonly success: boolean;
  readonly testResults: readonly FileReport[];
}

interface FileReport {
  readonly name: string;
  readonly status: string;
  /** Why the file could not be loaded. */
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages?: readonly string[] | null;
  }[];
}

/** Lines of a message that say what differs: the stack comes after them. */
const MOST_LINES = 30;

const report = readReport(process.argv[2] ?? '');
for (const line of report.testResults.flatMap(failuresOf)) console.log(line);
const failed = report.success ? 0 : Math.max(1, report.numFailedTests);
console.log(
  `${report.numPassedTests} passed, ${failed} failed, ${report.numPendingTests + report.numTodoTests} skipped`,
);

function failuresOf({ name, status, message, assertionResults }: FileReport): string[] {
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map(
      ({ fullName, failureMessages }) => `FAILED: ${name}: ${fullName}\n${shorten(failureMessages?.join('\n') ?? '')}`,
    );
  return status === 'failed' && failures.length === 0 ? [`FAILED: ${name}\n${shorten(message)}`] : failures;
}

function shorten(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n');
  const ofStack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines.slice(0, Math.min(ofStack === -1 ? MOST_LINES : ofStack + 1, MOST_LINES)).join('\n');
}

/** A run that broke off before it wrote its report counts as one failure. */
function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return {
      numPassedTests: 0,
      numFailedTests: 1,
      numPendingTests: 0,
      numTodoTests: 0,
      success: false,
      testResults: [],
    };
  }
}
