import { type Database, findDifference } from './database.ts';
import { judgeGraphql } from './judge.ts';
import { judgeRest } from './judge-rest.ts';
import { entityOf } from './model/entity.ts';
import { type Prediction, predict } from './model/predict.ts';
import { State } from './model/state.ts';
import { isMutation, type Operation, type Step } from './model/step.ts';
import { type ReceivedResponse, type Served, send } from './send.ts';
import type { Tags } from './tags.ts';
import { isObject, readWire } from './wire.ts';
import { responseKey, type TagOf, writeGraphql } from './write-graphql.ts';
import { type Request, writeRest } from './write-rest.ts';

/** Service, database, and ETags. */
export interface World {
  readonly served: Served;
  readonly database: Database;
  readonly tags: Tags;
}

export interface Ran {
  readonly prediction: Prediction;
  /** The expected state afterwards. */
  readonly state: State;
  /** The difference from the prediction, if any. */
  readonly mismatch: string | undefined;
}

/** Predicts a step, sends it, and compares the response. */
export async function runStep(world: World, state: State, step: Step): Promise<Ran> {
  const { served, database, tags } = world;
  const { caller, api } = step;
  const prediction = predict(state, step, (mutation) => tags.textFor(caller, mutation));
  const tagOf: TagOf = (operation) => (isMutation(operation) ? tags.tagFor(caller, operation) : undefined);
  const request = api === 'rest' ? writeRest(step, tagOf) : postGraphql(writeGraphql(step, tagOf));
  const answered = await send(served, request, { caller, socket: step.style % 4 === 0 });
  const recordTag = (text: string, tag: string): string | undefined => tags.recordTag(text, tag);
  const wrong =
    api === 'rest'
      ? judgeRest(prediction, answered, { step, recordTag })
      : judgeGraphql(prediction, answered, recordTag);
  if (wrong === undefined && prediction.kind === 'success') takeNote(world, step, { prediction, answered });
  // A failed step may have used sequence numbers.
  const isWrite = step.operations.some(isMutation);
  const after = prediction.kind === 'success' ? prediction.state : state;
  const numbers = isWrite && after === state ? await database.readSequences() : after.sequences;
  return {
    prediction,
    state: new State(after.tables, numbers),
    mismatch:
      wrong === undefined
        ? undefined
        : `${wrong}\n${describeRequest(step, request)}\n→ ${answered.status} ${answered.body}`,
  };
}

const postGraphql = (body: string): Request => ({
  method: 'POST',
  url: '/graphql',
  headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
  body,
});

/** Records ETags of single rows for later steps. */
function takeNote(
  { tags }: World,
  { caller, api, operations }: Step,
  {
    prediction,
    answered,
  }: { readonly prediction: Prediction & { kind: 'success' }; readonly answered: ReceivedResponse },
): void {
  const body = api === 'graphql' ? readWire(answered.body) : null;
  for (const [index, operation] of operations.entries()) {
    const { tag, key } = prediction.effects[index] ?? {};
    if (tag === undefined || key === undefined || !isSingle(operation)) continue;
    const data = isObject(body) && isObject(body.data) ? body.data[responseKey(index)] : undefined;
    const hasTag = api === 'rest' ? answered.etag !== undefined : isObject(data) && data._etag !== undefined;
    const names = entityOf(operation.entity).table.key;
    if (hasTag) {
      tags.see(caller, operation.entity, {
        key: Object.fromEntries(names.map((name) => [name, key[name] ?? null])),
        text: tag,
      });
    }
  }
}

/** Returns whether the response is one existing row. */
const isSingle = ({ kind }: Operation): boolean => ['one', 'create', 'update', 'replace'].includes(kind);

function describeRequest({ caller }: Step, { method, url, headers, body = '' }: Request): string {
  const callerText = `${caller.role} ${JSON.stringify(caller.claims)}`;
  if (url !== '/graphql')
    return `${callerText}: ${method} ${decodeURIComponent(url)} ${JSON.stringify(headers)}\n${body}`;
  const { query, variables } = JSON.parse(body);
  return `${callerText}: ${query}\n${JSON.stringify(variables)}`;
}

/** Runs steps from the initial state, and checks the database after each. @returns the first difference */
export async function replay(world: World, seed: State, steps: readonly Step[]): Promise<string | undefined> {
  world.tags.forget();
  await world.database.reset(seed);
  let state = seed;
  for (const [index, step] of steps.entries()) {
    const ran = await runStep(world, state, step);
    const wrong = ran.mismatch ?? findDifference(ran.state, await world.database.read());
    if (wrong !== undefined) return `Step ${index + 1} of ${steps.length}: ${wrong}`;
    state = ran.state;
  }
  return undefined;
}
