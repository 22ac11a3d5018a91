import { invariant } from '../base/invariant.ts';
import type { Call } from '../plan/shape/call.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { ScriptRoot } from '../store/script.ts';
import { changeOfRoutine } from './changes-session.ts';
import { compileCall } from './compile-call.ts';
import type { Compiling } from './compiling.ts';
import type { OutColumn } from './dialect.ts';
import type { StepQuery } from './step-query.ts';

/**
 * The steps of a field of the mutation root that runs a function or procedure. A function is a value of one statement.
 * A procedure takes two steps, since no SELECT can read the row that CALL gives. The first one calls it and captures
 * the row's texts. The second one has the database make JSON of them, so that no digit is lost in a number of
 * JavaScript. A procedure always runs within a transaction, even alone: all that it does and does not commit itself is
 * rolled back where it fails.
 * @param firstStep index of the first of these steps among all steps of the mutation
 */
export function compileRun(
  call: Call,
  key: string,
  firstStep: number,
  compiling: Compiling,
): { readonly steps: readonly StepQuery[]; readonly root: ScriptRoot } {
  const { routine, allFields } = call.entity;
  const verbs = compiling.dialect.routines;
  invariant(routine && verbs, `${compiling.dialect.name} runs ${call.entity.name}`);
  const query = compileCall(call, compiling);
  const step = {
    root: key,
    inserts: false,
    unless: [],
    captures: [],
    runs: true,
    ...(routine.onlyReads && { onlyReads: true as const }),
  } as const;
  const change = changeOfRoutine(routine, compiling);
  if (routine.kind === 'function') {
    const statement = verbs.run(query);
    const run = { kind: 'routine', step: { ...step, write: call.id }, statement, ...change } as const;
    return { steps: [run], root: { kind: 'changed', key, steps: [firstStep] } };
  }
  const columns = (routine.rows === 'none' ? [] : [...allFields.values()]).map(
    ({ column, type }): OutColumn => ({
      name: column,
      type,
      value: { source: { kind: 'captured', write: call.id, column }, use: { kind: 'assign', field: column, type } },
    }),
  );
  const captures = columns.map(({ name }) => name);
  const prepared = verbs.prepare?.(query);
  const before: readonly StepQuery[] = prepared === undefined ? [] : [{ kind: 'routine', step, statement: prepared }];
  const called: StepQuery = {
    kind: 'routine',
    step: { ...step, write: call.id, captures, isCall: true },
    statement: verbs.call(query, columns),
    ...change,
  };
  if (routine.rows === 'none') return { steps: [...before, called], root: { kind: 'constant', key, json: '[]' } };
  const rows: Slot = { source: { kind: 'captured', write: call.id, columns: captures }, use: { kind: 'keys' } };
  const shown: StepQuery = { kind: 'routine', step, statement: verbs.show(columns, query, rows) };
  const steps = [...before, called, shown];
  return { steps, root: { kind: 'changed', key, steps: [firstStep + steps.length - 1] } };
}
