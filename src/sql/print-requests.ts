import { throwApiError } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { WriteError } from '../plan/shape/changes.ts';
import type { ChangeStep } from '../store/change-step.ts';
import { nameStatement } from '../store/name-statement.ts';
import type { ChangeRequest, StepFailure } from '../store/script.ts';
import type { CompileContext } from './compile-context.ts';
import type { StepGenerators } from './dialect.ts';
import { printSql } from './print.ts';
import { writesOf } from './returning.ts';
import type { RequestSql, StepSql } from './statement.ts';
import type { StepQuery } from './step-query.ts';

/**
 * Prints each step as its own request, unless the dialect batches them.
 * @throws ApiError LimitExceeded for more values than a statement can have
 */
export function printRequests(steps: readonly StepQuery[], context: CompileContext): readonly ChangeRequest[] {
  const { dialect } = context;
  // No field needs the database: `__typename`, or introspection.
  if (steps.length === 0) return [];
  const requests = dialect.writes?.requests?.(steps) ?? steps.map((step) => requestOf(step, dialect));
  let printedSteps = 0;
  return requests.map(({ steps: count, ...request }) => {
    const ownSteps = steps.slice(printedSteps, printedSteps + count);
    printedSteps += count;
    return printRequest(request, ownSteps, context);
  });
}

function requestOf(step: StepQuery, dialect: CompileContext['dialect']): RequestSql {
  const { read, apiErrorIn, ...statement } = generateStep(step, dialect);
  return {
    ...statement,
    read: (result) => [read(result)],
    steps: 1,
    managesTransaction: false,
    ...((apiErrorIn !== undefined || !isChecked(step.step)) && { autocommit: true }),
    ...(apiErrorIn && { failureOf: (error) => failureBy(apiErrorIn(error)) }),
  };
}

const failureBy = (apiError: WriteError | undefined): StepFailure | undefined => apiError && { step: 0, apiError };

/**
 * Returns true if the outcome is checked before the commit, which needs a transaction. Also true for a procedure, so
 * that it runs in a transaction even as the only step.
 */
function isChecked(step: ChangeStep): boolean {
  switch (step.kind) {
    case 'probe':
    case 'call':
      return true;
    case 'insert':
      return step.atLeast > 1 || step.onCheckFailed !== undefined;
    case 'update':
      return step.onSeveral !== undefined || step.onCheckFailed !== undefined;
    case 'find':
    case 'delete':
      return step.onSeveral !== undefined;
    case 'reread':
      return step.onCheckFailed !== undefined;
    default:
      return false;
  }
}

function generateStep(step: StepQuery, dialect: CompileContext['dialect']): StepSql {
  switch (step.kind) {
    case 'write':
      return stepGenerators(dialect).write(step.query, step.step);
    case 'reread':
      return stepGenerators(dialect).reread(step.query);
    case 'routine':
      return step.statement;
  }
}

function stepGenerators(dialect: CompileContext['dialect']): StepGenerators {
  const generators = writesOf(dialect);
  invariant(generators.write !== undefined, `${dialect.name} has a generator for single steps`);
  return generators;
}

function printRequest(
  { sql, ...request }: Omit<RequestSql, 'steps'>,
  steps: readonly StepQuery[],
  { dialect, catalogGeneration, layout }: CompileContext,
): ChangeRequest {
  const { text, slots } = printSql(sql, dialect, layout);
  const max = dialect.writes?.maxParameters ?? Number.POSITIVE_INFINITY;
  if (slots.length > max) {
    const message = `The items exceed the maximum of ${max} values, found ${slots.length}. Send several requests.`;
    throwApiError('LimitExceeded', message, { limit: 'values', max });
  }
  return {
    kind: 'change',
    text,
    name: nameStatement(text, catalogGeneration),
    slots,
    ...request,
    steps: steps.map(({ step }) => step),
    ...(steps.some((step) => step.kind !== 'reread' && step.changesSession) && { changesSession: true }),
  };
}
