import type { Claim } from '../execute/claim.ts';
import type { Executing } from '../execute/executing.ts';
import { type Outcomes, runChanges } from '../execute/run-changes.ts';
import { runRead } from '../execute/run-read.ts';
import type { BoundRequest, ChangeRequest, ReadRequest } from '../store/script.ts';

/** What the requests of a script gave: one that reads, or those of a mutation, or nothing. */
export interface ScriptOutcome {
  readonly values: readonly (string | null)[];
  readonly outcomes: Outcomes;
}

const NOTHING: ScriptOutcome = { values: [], outcomes: [] };

/** @param claim its `limit` is for reads alone @throws Refusal by meaning of what the database said, or as the outcome of a change asks for */
export async function runScript(
  requests: readonly BoundRequest[],
  claim: Claim,
  executing: Executing,
): Promise<ScriptOutcome> {
  const [first] = requests;
  if (first === undefined) return NOTHING;
  const { limit, ...unlimited } = claim;
  if (!isRead(first)) {
    return { values: [], outcomes: await runChanges(requests.filter(isChange), unlimited, executing) };
  }
  const { entities, signal } = claim;
  return { values: await runRead({ bound: first, entities, signal, limit }, executing), outcomes: [] };
}

const isChange = (bound: BoundRequest): bound is BoundRequest<ChangeRequest> => bound.request.kind === 'change';
const isRead = (bound: BoundRequest): bound is BoundRequest<ReadRequest> => bound.request.kind === 'read';
