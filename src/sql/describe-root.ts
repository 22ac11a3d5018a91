import type { ChangeAnswer, ChangeFact } from '../plan/shape/changes.ts';
import type { ChangesMember, ScriptRoot } from '../store/script.ts';

/** How the items of an answer are found: one write gives them as a list, several writes give one item each. */
export const formOf = (of: readonly number[]): 'list' | 'each' => (of.length === 1 ? 'list' : 'each');

/** Finds the steps of a write by its number; gives their index among all steps of the mutation. */
export interface StepFinder {
  /** The step that gives the values of its rows. */
  readonly stepOf: (id: number) => number;
  /** The step that is the write itself. */
  readonly writeStepOf: (id: number) => number;
}

/** Where the value of a field of the mutation root is found in the outcomes of its steps. */
export function describeRoot(answer: ChangeAnswer, key: string, finder: StepFinder): ScriptRoot {
  if (answer.kind === 'nothing') return { kind: 'constant', key, json: 'null' };
  if (answer.kind === 'one') {
    const apart = answer.apart?.map((fact) => fact.key);
    return { kind: 'changed', key, steps: answer.of.map(finder.stepOf), ...(apart && { apart }) };
  }
  const asked = answer.facts.filter((fact) => fact.kind === 'items' && fact.rows !== undefined);
  const describe = (fact: ChangeFact): ChangesMember =>
    describeMember(fact, answer.of, { ...finder, index: asked.indexOf(fact) });
  const items = answer.facts.find(({ kind }) => kind === 'items');
  if (answer.apart && items !== undefined) return describe(items);
  const members = answer.facts.map(describe);
  return { kind: 'changes', key, members };
}

function describeMember(
  fact: ChangeFact,
  of: readonly number[],
  { stepOf, writeStepOf, index }: StepFinder & { index: number },
): ChangesMember {
  const { key } = fact;
  switch (fact.kind) {
    case 'typename':
      return { kind: 'constant', key, json: JSON.stringify(fact.name) };
    case 'affected':
      return { kind: 'affected', key, steps: of.map(writeStepOf) };
    case 'items':
      if (fact.rows === undefined) return { kind: 'constant', key, json: 'null' };
      return { kind: 'items', key, steps: of.map(stepOf), index, form: formOf(of) };
  }
}
