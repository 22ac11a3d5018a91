import { nearest } from '../../base/did-you-mean.ts';
import type { ConfigPath, Problem } from '../../base/problem.ts';

/** Collects problems; a builder goes on with what it has, so that one run finds all of them. */
export class ProblemList {
  readonly all: Problem[] = [];

  error(path: ConfigPath, message: string, more: Pick<Problem, 'found' | 'expected' | 'suggestion'> = {}): undefined {
    this.all.push({ path, message, severity: 'error', ...more });
    return undefined;
  }

  /** @param kind for warnings that may be many: one sentence for all of them, with `{count}` for their number */
  warning(path: ConfigPath, message: string, kind?: string): undefined {
    this.all.push({ path, message, severity: 'warning', ...(kind !== undefined && { kind }) });
    return undefined;
  }

  /** A name that does not exist; the nearest of the known names is suggested. */
  unknownName(path: ConfigPath, what: string, name: string, known: Iterable<string>): undefined {
    const names = [...known];
    const suggestion = nearest(name, names);
    return this.error(path, `${what} "${name}" does not exist.`, {
      found: name,
      // Where no name is near, the first of those that exist are told.
      ...(suggestion === undefined ? { expected: `one of ${names.slice(0, 12).join(', ')}` } : { suggestion }),
    });
  }
}
