import { refuse } from '../base/errors.ts';
import type { ChangeRequest, ChangeRow } from '../store/script.ts';
import type { Compiling } from './compiling.ts';
import { writesOf } from './known-rows.ts';
import { nameStatement } from './name-statement.ts';
import { printSql } from './print.ts';
import type { RequestSql, StatementSql } from './statement.ts';
import type { StepQuery } from './step-query.ts';

/**
 * The steps of a mutation, ready to be sent: each is a request of its own, unless the dialect states several as one.
 * @throws Refusal LimitExceeded for more values than a statement can have
 */
export function printRequests(steps: readonly StepQuery[], compiling: Compiling): readonly ChangeRequest[] {
  const { dialect } = compiling;
  const requests = dialect.writes?.requests?.(steps) ?? steps.map((step) => requestOf(step, dialect));
  let stated = 0;
  return requests.map(({ steps: count, ...request }) => {
    const own = steps.slice(stated, stated + count);
    stated += count;
    return printRequest(request, own, compiling);
  });
}

function requestOf(step: StepQuery, dialect: Compiling['dialect']): RequestSql {
  const { read, ...statement } = stateStep(step, dialect);
  return { ...statement, read: (result) => [read(result)], steps: 1, ownsTransaction: false };
}

function stateStep(step: StepQuery, dialect: Compiling['dialect']): StatementSql<ChangeRow> {
  switch (step.kind) {
    case 'write':
      return writesOf(dialect).write(step.query);
    case 'reread':
      return writesOf(dialect).reread(step.query);
    case 'routine':
      return step.statement;
  }
}

function printRequest(
  { sql, ...request }: Omit<RequestSql, 'steps'>,
  steps: readonly StepQuery[],
  { dialect, generation, layout }: Compiling,
): ChangeRequest {
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
    ...request,
    steps: steps.map(({ step }) => step),
    ...(steps.some((step) => step.kind === 'routine' && step.changesSession) && { changesSession: true }),
  };
}
