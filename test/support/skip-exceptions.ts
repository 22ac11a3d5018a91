import { beforeEach, inject, type RunnerTask } from 'vitest';
import { exceptionsOn } from './same-tests.ts';

const isBabelfish = inject('server') === 'sqlserver' && inject('isBabelfish');
const rows = [...exceptionsOn(inject('server')), ...(isBabelfish ? exceptionsOn('babelfish') : [])];

beforeEach(({ task, skip }) => {
  const names = namesIn(task.file);
  const unused = rows.filter(
    ({ test }) => test.startsWith(`${task.file.name} > `) && !names.some((name) => name.startsWith(test)),
  );
  if (unused.length > 0) throw new Error(`No test is called so any more: ${JSON.stringify(unused)}`);
  const row = rows.find(({ test }) => task.fullName.startsWith(test));
  if (row !== undefined) skip(row.reason);
});

function namesIn(task: RunnerTask): readonly string[] {
  return task.type === 'suite' ? task.tasks.flatMap(namesIn) : [task.fullName];
}
