import type { Slot } from '../plan/shape/slot.ts';
import type { BoundRequest, ChangeStep } from '../store/script.ts';
import type { AnswerRequest, ExplainedStatement, Explanation } from './application.ts';
import { bindScript } from './bind-script.ts';
import { coerceRequest } from './coerce-request.ts';
import type { OfflineParts } from './offline-parts.ts';

/** Plan and statements of an operation, without running it. @throws Refusal as `answer` would refuse it */
export function explain(request: AnswerRequest, parts: OfflineParts): Explanation {
  const coerced = coerceRequest(request, parts);
  if ('refusals' in coerced) throw coerced.refusals[0];
  const plan = coerced.plan();
  const requests = bindScript(
    parts.store.compile(plan, 'clauses'),
    { values: coerced.values, identity: request.identity },
    parts,
  );
  return { plan, statements: requests.map(explainRequest) };
}

function explainRequest({ request, values: bound }: BoundRequest): ExplainedStatement {
  const { text, slots } = request;
  const values = bound.map((value, index) => explainValue(value, slots[index]));
  return request.kind === 'read' ? { text, values } : { text, values, when: describeSteps(request.steps) };
}

/** A sentinel holds a secret of this process. */
const explainValue = (value: unknown, { source, use }: Partial<Slot> = {}): unknown =>
  use?.kind === 'sentinel' && source?.kind === 'constant' ? `sentinel of ${source.value}` : value;

/** Steps that are no write, and run whatever earlier ones came to, need no word. */
const describeSteps = (steps: readonly ChangeStep[]): string =>
  steps
    .map(whenOf)
    .filter((when) => when !== '')
    .join('; ');

function whenOf({ write, unless, onlyIf }: ChangeStep): string {
  const number = write === undefined ? [] : [`write ${write}`];
  const unlessChanged = unless.length === 0 ? [] : [`unless write ${unless.join(' or ')} changed a row`];
  const ifChanged = onlyIf === undefined ? [] : [`if write ${onlyIf} changed a row`];
  return [...number, ...unlessChanged, ...ifChanged].join(', ');
}
