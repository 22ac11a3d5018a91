import { refuse } from '../base/errors.ts';
import type { ChangeRequest, ChangeRow } from '../store/script.ts';
import { type Compiling, nameStatement } from './compile-plan.ts';
import type { StatementSql } from './dialect.ts';
import { writesOf } from './known-rows.ts';
import { printSql } from './print.ts';
import type { StepQuery } from './step-query.ts';

/** A step of a mutation as a request, ready to be sent. @throws Refusal LimitExceeded for more values than a statement can have */
export function printStep(step: StepQuery, { dialect, generation, layout }: Compiling): ChangeRequest {
  const { sql, read, ...facts } = stateStep(step, dialect);
  const { text, slots } = printSql(sql, dialect, layout);
  const max = dialect.writes?.maxParameters ?? Number.POSITIVE_INFINITY;
  if (slots.length > max) {
    const message = `The items have ${slots.length} values together, and the database takes ${max} at once: use several requests.`;
    refuse('LimitExceeded', message, { limit: 'values', max });
  }
  return {
    kind: 'change',
    text,
    name: nameStatement(text, generation),
    slots,
    ...facts,
    read: (result) => [read(result)],
    steps: [step.facts],
    ownsTransaction: false,
  };
}

function stateStep(
  step: StepQuery,
  dialect: Compiling['dialect'],
): StatementSql<ChangeRow> & { changesSession?: true } {
  switch (step.kind) {
    case 'write':
      return writesOf(dialect).write(step.query);
    case 'reread':
      return writesOf(dialect).reread(step.query);
    case 'routine':
      return { ...step.statement, ...(step.changesSession && { changesSession: true }) };
  }
}
