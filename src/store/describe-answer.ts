import type { BulkChangeMember, ChangeAnswer } from '../plan/shape/changes.ts';
import type { ChangesMember, ScriptRoot } from './script.ts';

/** Returns the form of the items: one write returns a list; several writes return one item each. */
export const formOf = (of: readonly number[]): 'list' | 'each' => (of.length === 1 ? 'list' : 'each');

/** Finds the index of a step of a write: the step that returns its values, or the write itself. */
interface StepFinder {
  readonly stepOf: (id: number) => number;
  readonly writeStepOf: (id: number) => number;
}

export function describeRoot(answer: ChangeAnswer, key: string, finder: StepFinder): ScriptRoot {
  if (answer.kind === 'nothing') return { kind: 'constant', key, json: 'null' };
  if (answer.kind === 'one') {
    const metadata = answer.metadata?.map((member) => member.key);
    return { kind: 'writtenRow', key, steps: answer.of.map(finder.stepOf), ...(metadata && { metadata }) };
  }
  const withRows = answer.members.filter((member) => member.kind === 'items' && member.rows !== undefined);
  const describe = (member: BulkChangeMember): ChangesMember =>
    describeMember(member, answer.of, { ...finder, index: withRows.indexOf(member) });
  const items = answer.members.find(({ kind }) => kind === 'items');
  if (answer.metadata && items !== undefined) return describe(items);
  const members = answer.members.map(describe);
  return { kind: 'bulkResult', key, members };
}

function describeMember(
  member: BulkChangeMember,
  of: readonly number[],
  { stepOf, writeStepOf, index }: StepFinder & { index: number },
): ChangesMember {
  const { key } = member;
  switch (member.kind) {
    case 'typename':
      return { kind: 'constant', key, json: JSON.stringify(member.name) };
    case 'affected':
      return { kind: 'affected', key, steps: of.map(writeStepOf) };
    case 'items':
      if (member.rows === undefined) return { kind: 'constant', key, json: 'null' };
      return { kind: 'items', key, steps: of.map(stepOf), index, form: formOf(of) };
  }
}
