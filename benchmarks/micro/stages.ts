import { assembleAnswer } from '../../src/app/answer.ts';
import { bindScript } from '../../src/app/bind-script.ts';
import { coerceRequest } from '../../src/app/coerce-request.ts';
import { ScriptCache } from '../../src/app/script-cache.ts';
import type { Snapshot } from '../../src/app/snapshot.ts';
import { ANONYMOUS } from '../../src/base/identity.ts';
import { invariant } from '../../src/base/invariant.ts';
import { prepareOperation } from '../../src/operation/prepared-operation.ts';
import { readOperation } from '../../src/operation/read-operation.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { createDocuments, type Documents, readDocument } from '../../src/server/documents/documents.ts';
import { createEngine, type EngineCall } from '../../src/server/graphql/engine.ts';
import { readPost } from '../../src/server/graphql/read-request.ts';
import { readJson } from '../../src/server/http/read-body.ts';
import type { BoundRequest } from '../../src/store/script.ts';
import { measure, measureFresh, type Timing } from './measure.ts';
import type { OpenShop } from './open-shop.ts';
import type { Workload } from './workloads.ts';

/**
 * In the order of a request. `when`: each request, the first request of its shape, later requests, or several stages
 * together.
 */
const stages = {
  'read the body': 'each',
  parse: 'first',
  validate: 'first',
  'find the document': 'later',
  'prepare the operation': 'first',
  'find the operation': 'later',
  'coerce variables': 'each',
  'shape of variables': 'each',
  'read the operation': 'first',
  plan: 'first',
  'compile to SQL': 'first',
  'find the script': 'later',
  bind: 'each',
  'assemble the response': 'each',
  'document to bound script, first': 'together',
  'document to bound script, later': 'together',
  'parsed document to response, later': 'together',
  'request to response, later': 'together',
} as const;

export type StageName = keyof typeof stages;

export const stageNames = Object.keys(stages) as readonly StageName[];

export interface Stage {
  readonly name: StageName;
  readonly when: (typeof stages)[StageName];
  readonly measure: () => Promise<Timing>;
}

/** Bytes of a cache that stores nothing. */
const NONE = 1;
const PLENTY = 2 ** 26;

/** Returns each stage of a workload, in order, then several together. */
export async function stagesOf(
  { document: text, variables: raw, databaseRow }: Workload,
  shop: OpenShop,
): Promise<readonly Stage[]> {
  const { parts, application } = shop;
  const { schema, model, store } = parts;
  shop.setDatabaseRow(databaseRow);
  const remembering = documentsOf(shop, PLENTY);
  const forgetting = documentsOf(shop, NONE);
  const parse = () => forgetting.parse(text);
  const document = remembering.parse(text);
  invariant(remembering.validate(document).length === 0, 'workloads are valid');
  const prepared = prepareOperation(schema, document, undefined, model.limits);
  const coerced = prepared.coerce(raw);
  invariant('variables' in coerced, 'workloads have variables that fit');
  const { variables } = coerced;
  const operation = readOperation(schema, prepared, variables, raw);
  const plan = makePlan(operation, { model, role: ANONYMOUS.role });
  const script = store.compile(plan);
  const values = { variables, claims: {} };
  const result = [{ rows: [databaseRow] }];
  const outcomes = script.requests.flatMap((request) => (request.kind === 'change' ? request.read(result) : []));
  const resultContext = { values: databaseRow, outcomes, introspect: () => 'null' };
  const body = JSON.stringify({ query: text, variables: raw });
  const request = () => ({
    document,
    operationName: undefined,
    variables: raw,
    identity: ANONYMOUS,
  });
  const engine = await createEngine(application);
  const { signal } = new AbortController();
  const runWithLimits: EngineCall['runWithLimits'] = (_, run) => run({ signal, deadline: Number.POSITIVE_INFINITY });
  const call = {
    request: readPost(JSON.parse(body)),
    identity: ANONYMOUS,
    runWithLimits,
    isCrossSite: false,
    allowMutations: true,
  };
  const uncached: Snapshot = { ...parts, scripts: new ScriptCache(NONE) };
  const key = [prepared.shapeOf(variables, raw), ANONYMOUS.role];
  const find = () => parts.scripts.get(document, key, () => script);
  find();
  const measures: Record<StageName, () => Promise<Timing>> = {
    'read the body': () => measure(() => readPost(readJson(body, 'The body'))),
    parse: () => measure(parse),
    validate: () => measureFresh(parse, (fresh) => forgetting.validate(fresh)),
    'find the document': () => measure(() => readDocument(remembering, text)),
    'prepare the operation': () => measure(() => prepareOperation(schema, document, undefined, model.limits)),
    'find the operation': () => measure(() => parts.operations.get(schema, document, undefined)),
    'coerce variables': () => measure(() => prepared.coerce(raw)),
    'shape of variables': () => measure(() => prepared.shapeOf(variables, raw)),
    'read the operation': () => measure(() => readOperation(schema, prepared, variables, raw)),
    plan: () => measure(() => makePlan(operation, { model, role: ANONYMOUS.role })),
    'compile to SQL': () => measure(() => store.compile(plan)),
    'find the script': () => measure(find),
    bind: () => measure(() => bindScript(script, { values, identity: ANONYMOUS }, parts)),
    'assemble the response': () => measure(() => assembleAnswer(script, resultContext)),
    'document to bound script, first': () => measure(() => throughText(text, raw, forgetting, uncached)),
    'document to bound script, later': () => measure(() => throughText(text, raw, remembering, parts)),
    'parsed document to response, later': () => measure(() => application.answer(request())),
    'request to response, later': () => measure(() => engine.execute(call)),
  };
  return stageNames.map((name) => ({ name, when: stages[name], measure: measures[name] }));
}

/** Like `answer`, without the database. */
function throughText(
  text: string,
  variables: Workload['variables'],
  documents: Documents,
  parts: Snapshot,
): readonly BoundRequest[] {
  const read = readDocument(documents, text);
  invariant('document' in read, 'workloads are valid');
  const { document } = read;
  const coerced = coerceRequest({ document, operationName: undefined, variables, identity: ANONYMOUS }, parts);
  invariant('key' in coerced, 'workloads have variables that fit');
  const script = parts.scripts.get(document, coerced.key, () => parts.store.compile(coerced.plan()));
  return bindScript(script, { values: coerced.values, identity: ANONYMOUS }, parts);
}

function documentsOf({ parts: { schema }, application }: OpenShop, cacheBytes: number): Documents {
  const { limits } = application.config.runtime;
  return createDocuments({ schema, introspection: true, cacheBytes, limits });
}
