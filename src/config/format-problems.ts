import { relative } from 'node:path';
import type { Problem } from '../base/problem.ts';
import { readDocument } from './document/read-document.ts';
import type { Path } from './document/tree.ts';

type LineOf = (path: Path) => number | undefined;

/**
 * All problems as plain text for a terminal, in the order of the file's lines. `file` is where the lines are looked up;
 * without it, or when it cannot be read, there are none.
 */
export function formatProblems(problems: readonly Problem[], file?: string): string {
  const lineOf = file === undefined ? () => undefined : lineFinder(file);
  const located = problems
    .map((problem) => ({ problem, line: problem.path.length > 0 ? lineOf(problem.path) : undefined }))
    .sort((left, right) => (left.line ?? 0) - (right.line ?? 0));
  const name = file === undefined ? 'The configuration' : relative(process.cwd(), file) || file;
  return [`${name} has ${count(problems.length)}:`, ...located.map(({ problem, line }) => format(problem, line))].join(
    '\n\n',
  );
}

function lineFinder(file: string): LineOf {
  try {
    return readDocument(file).lineOf;
  } catch {
    return () => undefined;
  }
}

function format({ path, message, severity, found, expected, suggestion }: Problem, line: number | undefined): string {
  const place = [line === undefined ? '' : `line ${line}`, formatPath(path)].filter((part) => part !== '').join(', ');
  const said = `${severity === 'warning' ? 'Warning: ' : ''}${message}`;
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  return [
    ...(place === '' ? [] : [`  ${place}`]),
    `    ${said}${hint}`,
    ...(found === undefined
      ? []
      : [`    found:    ${shorten(typeof found === 'string' ? found : JSON.stringify(found))}`]),
    ...(expected === undefined ? [] : [`    expected: ${expected}`]),
  ].join('\n');
}

/** `entities.Order.permissions[0]`; keys that are no plain words stand in quotes. */
function formatPath(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      return `${index === 0 ? '' : '.'}${/^[\w$-]+$/.test(key) ? key : JSON.stringify(key)}`;
    })
    .join('');
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

const count = (number: number): string => `${number} ${number === 1 ? 'problem' : 'problems'}`;
