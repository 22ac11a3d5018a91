/**
 * Prints the failures of Vitest's JSON report, each with its first message, then the counts: `node print-counts.ts
 * report.json`
 */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Also false if a file could not be loaded. */
  readonly success: boolean;
  readonly testResults: readonly FileReport[];
}

interface FileReport {
  readonly name: string;
  readonly status: string;
  /** The reason if the file could not be loaded. */
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages?: readonly string[] | null;
  }[];
}

/** Lines printed per message; the stack follows them. */
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

/** A run without a report counts as one failure. */
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
