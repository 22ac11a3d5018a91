import { relative } from 'node:path';
import { countNoun } from '../base/count-noun.ts';
import type { ConfigPath, Problem } from '../base/problem.ts';
import { readFiles } from './document/read-files.ts';
import { valueAt } from './document/tree.ts';

interface FileLine {
  readonly file?: string;
  readonly line?: number | undefined;
}

export function summarizeWarnings(problems: readonly Problem[]): readonly Problem[] {
  const counts = new Map<string, number>();
  for (const { summary } of problems) if (summary !== undefined) counts.set(summary, (counts.get(summary) ?? 0) + 1);
  const reported = new Set<string>();
  return problems.flatMap((problem): readonly Problem[] => {
    const { summary, severity } = problem;
    if (severity === 'note') return [];
    const number = summary === undefined ? 1 : (counts.get(summary) ?? 1);
    if (summary === undefined || number === 1) return [problem];
    if (reported.has(summary)) return [];
    reported.add(summary);
    const message = `${summary.replace('{count}', String(number))}; "joinery validate" lists them.`;
    return [{ path: ['entities'], message, severity }];
  });
}

interface LocatedProblem {
  readonly problem: Problem;
  readonly place: FileLine;
}

/**
 * Adds file and line to each problem, except to those of command-line options. Without a readable `file`, problems have
 * no line. `variant` is a file that overrides `file`.
 */
export function locateProblems(
  problems: readonly Problem[],
  file?: string,
  variant?: string,
): readonly LocatedProblem[] {
  const lineOf = file === undefined ? () => ({}) : lineFinder(file, variant);
  return problems
    .map((problem) => ({
      problem,
      place: problem.path.length > 0 && problem.option === undefined ? lineOf(problem.path) : {},
    }))
    .sort(({ place: left }, { place: right }) => compare(left, right));
}

/** Formats problems in the order of the file. Errors come last, where a terminal shows them. */
export function formatProblems(problems: readonly Problem[], file?: string, variant?: string): string {
  const all = locateProblems(problems, file, variant);
  const isError = ({ problem: { severity } }: LocatedProblem): boolean => severity === 'error';
  const located = [...all.filter((each) => !isError(each)), ...all.filter(isError)];
  const areOptions = problems.every(({ option }) => option !== undefined);
  const ofFile = file === undefined ? 'The configuration' : nameOf(file);
  const name = areOptions ? 'The command line or environment' : ofFile;
  return [`${name} has ${count(problems)}:`, ...located.map(({ problem, place }) => format(problem, place))].join(
    '\n\n',
  );
}

export function nameOf(file: string): string {
  const within = relative(process.cwd(), file);
  return within === '' || within.startsWith('..') ? file : within;
}

const compare = (left: FileLine, right: FileLine): number =>
  (left.file ?? '').localeCompare(right.file ?? '') || (left.line ?? 0) - (right.line ?? 0);

function lineFinder(file: string, variant: string | undefined): (path: ConfigPath) => FileLine {
  try {
    const { parts } = readFiles(file, variant);
    return (path) => {
      // Other files may have entities, and keys that the first file lacks.
      const owner = parts.find(({ document }) => valueAt(document.value, path.slice(0, 2)) !== undefined) ?? parts[0];
      if (owner === undefined) return {};
      if (owner.variant !== undefined && valueAt(owner.variant.document.value, path) !== undefined) {
        return { file: owner.variant.file, line: owner.variant.document.lineOf(path) };
      }
      const line = owner.document.lineOf(path);
      return owner === parts[0] ? { line } : { file: owner.file, line };
    };
  } catch {
    return () => ({});
  }
}

const LABELS = { error: '', warning: 'Warning: ', note: 'Note: ' } as const;

function format(
  { path, option, message, severity, found, expected, suggestion }: Problem,
  { file, line }: FileLine,
): string {
  const own = option ?? formatPath(path);
  const place = [
    ...(file === undefined ? [] : [nameOf(file)]),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(own === '' ? [] : [own]),
  ].join(', ');
  const statement = `${LABELS[severity]}${message}`;
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  return [
    ...(place === '' ? [] : [`  ${place}`]),
    `    ${statement}${hint}`,
    ...(found === undefined
      ? []
      : [`    found:    ${shorten(typeof found === 'string' ? found : JSON.stringify(found))}`]),
    ...(expected === undefined ? [] : [`    expected: ${expected}`]),
  ].join('\n');
}

/** Formats `entities.Order.permissions[0]`. Quotes keys other than plain words. */
export function formatPath(path: ConfigPath): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      return `${index === 0 ? '' : '.'}${/^[\w$-]+$/.test(key) ? key : JSON.stringify(key)}`;
    })
    .join('');
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

function count(problems: readonly Problem[]): string {
  const nouns = [
    ['error', 'problem'],
    ['warning', 'warning'],
    ['note', 'note'],
  ] as const;
  const counts = nouns.flatMap(([wantedSeverity, noun]) => {
    const { length } = problems.filter(({ severity }) => severity === wantedSeverity);
    return length === 0 ? [] : [countNoun(length, noun)];
  });
  return counts.join(' and ');
}
