import { nearest } from '../../base/did-you-mean.ts';
import type { ConfigPath, Problem } from '../../base/problem.ts';

/** Collects problems; a builder goes on with what it has, so that one run finds all of them. */
export class ProblemList {
  readonly all: Problem[] = [];

  error(path: ConfigPath, message: string, more: Pick<Problem, 'found' | 'expected' | 'suggestion'> = {}): undefined {
    this.all.push({ path, message, severity: 'error', ...more });
    return undefined;
  }

  /** @param kind of warnings that come in numbers, what all of them say, with `{count}` for how many they are */
  warning(path: ConfigPath, message: string, kind?: string): undefined {
    this.all.push({ path, message, severity: 'warning', ...(kind !== undefined && { kind }) });
    return undefined;
  }

  /** A name that nothing has; the known names give the suggestion. */
  unknownName(path: ConfigPath, what: string, name: string, known: Iterable<string>): undefined {
    const names = [...known];
    const suggestion = nearest(name, names);
    return this.error(path, `${what} "${name}" does not exist.`, {
      found: name,
      // Where nothing is near, what there is says more than silence.
      ...(suggestion === undefined ? { expected: `one of ${names.slice(0, 12).join(', ')}` } : { suggestion }),
    });
  }
}
