import { nearest } from '../../base/did-you-mean.ts';
import { listNames } from '../../base/list-names.ts';
import type { ConfigPath, Problem } from '../../base/problem.ts';

export class ProblemList {
  readonly all: Problem[] = [];

  error(path: ConfigPath, message: string, more: Pick<Problem, 'found' | 'expected' | 'suggestion'> = {}): undefined {
    this.all.push({ path, message, severity: 'error', ...more });
    return undefined;
  }

  /** Records a warning. @param summary replaces repeated warnings; `{count}` stands for their number */
  warning(path: ConfigPath, message: string, summary?: string): undefined {
    this.all.push({ path, message, severity: 'warning', ...(summary !== undefined && { summary }) });
    return undefined;
  }

  note(path: ConfigPath, message: string): void {
    this.all.push({ path, message, severity: 'note' });
  }

  /**
   * @param subject kind of the object, and its table or routine: `Table or view`, `['Column', 'orders']`
   * @param otherwise another possible reason, as the second half of the sentence
   */
  unknownName(
    path: ConfigPath,
    subject: string | readonly [kind: string, owner: string],
    {
      name,
      known,
      otherwise,
    }: { readonly name: string; readonly known: Iterable<string>; readonly otherwise?: string },
  ): undefined {
    const names = [...known];
    const suggestion = nearest(name, names);
    const [kind, owner] = typeof subject === 'string' ? [subject] : subject;
    const subjectName = `${kind} "${name}"${owner === undefined ? '' : ` of "${owner}"`}`;
    return this.error(path, `${subjectName} does not exist${otherwise === undefined ? '' : `, ${otherwise}`}.`, {
      found: name,
      ...(suggestion !== undefined && { suggestion }),
      ...(suggestion === undefined && names.length > 0 && { expected: `one of ${listNames(names)}` }),
    });
  }
}
