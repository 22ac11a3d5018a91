import { mutateDocument, mutateVariables } from '../http/support/mutate.ts';
import { FRAGMENTS, type Generate, mutateBytes, toPath } from './hostile-request.ts';
import { ACCEPTED, authorize, JSON_TYPE, oddContentType, receiver, times } from './parts.ts';

/** A document whose tokens, lines, or variables are changed. */
export const changedDocument: Generate = (random, context) => {
  const { document, variables, role } = random.pick(context.documents);
  const query = mutateDocument(document, { random, names: context.names, times: random.int(0, 3) });
  const text = mutateVariables(variables, { random, times: random.int(0, 3) });
  return {
    to: receiver(random),
    method: 'POST',
    path: '/graphql',
    headers: { ...JSON_TYPE, ...authorize(role, context) },
    body: Buffer.from(`{"query":${JSON.stringify(query)},"variables":${text}}`),
  };
};

/** Bodies that are no request of GraphQL, by type, form, or encoding. */
export const changedBody: Generate = (random, context) => {
  const { document, variables, role } = random.pick(context.documents);
  const valid = JSON.stringify({ query: document, variables });
  const odd = (): unknown => random.pick([null, true, 0, -1.5, '', 'x', [], {}, [[]], { __proto__: null }]);
  const depth = random.int(1, 3000);
  const text = random.pick<() => string>([
    () => valid,
    () => JSON.stringify({ query: odd(), variables, operationName: odd() }),
    () => JSON.stringify({ query: document, variables: odd(), extensions: odd() }),
    () => JSON.stringify([JSON.parse(valid), JSON.parse(valid)]),
    () => `{"query":${JSON.stringify(document)},"query":"{ __typename }","variables":{"__proto__":{"id":1}}}`,
    () => `${'['.repeat(depth)}${']'.repeat(random.int(0, depth))}`,
    () => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    () => `{"query":"${'{ orders '.repeat(depth)}${'}'.repeat(depth)}"}`,
    () => `{"query":"query ($v: ${'['.repeat(depth)}Int${']'.repeat(depth)}) { __typename }"}`,
    () => `{"query":"{ __typename }","variables":{"x":${'9'.repeat(depth * 10)}}}`,
    () => `{"query":"{ __typename }","variables":{"x":1e${'9'.repeat(random.int(1, 20))}}}`,
    () => JSON.stringify({ query: `{ ${random.pick(context.names)}(filter: { ${random.pick(FRAGMENTS)} }) }` }),
    () => JSON.stringify({ query: document, variables, [random.pick(FRAGMENTS)]: random.pick(FRAGMENTS) }),
    () => JSON.stringify({ query: `${'fragment f on Order { ...f } '.repeat(random.int(1, 3))}{ orders { ...f } }` }),
    () => `"${random.pick(FRAGMENTS)}`,
  ])();
  const body = random.chance(0.6) ? mutateBytes(Buffer.from(text), random, times(random)) : Buffer.from(text);
  return {
    to: receiver(random),
    method: random.chance(0.9) ? 'POST' : random.pick(['PUT', 'PATCH', 'DELETE', 'QUERY']),
    path: '/graphql',
    headers: { ...oddContentType(random), ...authorize(role, context) },
    body,
  };
};

export const graphqlGet: Generate = (random, context) => {
  const { document, variables, role } = random.pick(context.documents);
  const query = mutateDocument(document, { random, names: context.names, times: random.int(0, 2) });
  const parameters = random.pick<() => string>([
    () =>
      `query=${encodeURIComponent(query.toWellFormed())}&variables=${encodeURIComponent(mutateVariables(variables, { random, times: 1 }).toWellFormed())}`,
    () => `query=${query}`,
    () => `query=${encodeURIComponent('{ __typename }')}&query=x&variables=${random.pick(FRAGMENTS)}`,
    () => `variables={}&operationName=${random.pick(FRAGMENTS)}&extensions=1`,
    () => `${random.pick(FRAGMENTS)}=${random.pick(FRAGMENTS)}`,
  ])();
  return {
    to: receiver(random),
    method: random.pick(['GET', 'GET', 'HEAD', 'OPTIONS', 'TRACE']),
    path: toPath(`/graphql?${parameters}`.slice(0, 20_000)),
    headers: { ...authorize(role, context), accept: random.pick(ACCEPTED) },
  };
};
