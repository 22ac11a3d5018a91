import type { StepQuery } from '../../../sql/step-query.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import type { ChangeRow, ChangeStep } from '../../../store/script.ts';
import { readFact, readJson } from './read-result.ts';

/** The reader of a batch; what triggers and procedures may have given stands before its one row. @param writes numbers of the writes whose counts come first */
export const readBatch =
  (steps: readonly StepQuery[], writes: readonly number[]) =>
  (result: Result): readonly (ChangeRow | undefined)[] => {
    const row = result.at(-1)?.rows[0] ?? [];
    const counts = new Map(writes.map((write, index) => [write, Number(row[index] ?? 0)]));
    let next = writes.length;
    return steps.map((step): ChangeRow | undefined => {
      const values = readTexts(step, row.slice(next));
      next += values.length;
      if (!hasRun(step.step, counts)) return undefined;
      const affected = step.kind === 'write' ? (counts.get(step.step.write ?? -1) ?? 0) : 0;
      return { affected, passesCheck: null, captured: undefined, values };
    });
  };

const hasRun = ({ unless, onlyIf }: ChangeStep, counts: ReadonlyMap<number, number>): boolean => {
  const hasChanged = (write: number): boolean => (counts.get(write) ?? 0) > 0;
  return !unless.some(hasChanged) && (onlyIf === undefined || hasChanged(onlyIf));
};

/** The texts that a step gives: JSON, and behind that of one row its facts. */
function readTexts(step: StepQuery, [first = null, ...others]: TextRow): TextRow {
  if (step.kind === 'routine') return step.step.isCall === true ? [] : [readJson(first)];
  const forms = step.query.values.flatMap((value) => [
    readJson,
    ...(value.kind === 'one' ? value.apart : []).map(() => readFact),
  ]);
  const texts = [first, ...others];
  return forms.map((read, index) => read(texts[index] ?? null));
}
