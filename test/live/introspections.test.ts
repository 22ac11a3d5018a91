import { __Type, executeSync, getIntrospectionQuery, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { IntrospectionCache } from '../../src/app/introspections.ts';
import { prepareOperation } from '../../src/operation/prepared-operation.ts';
import { readOperation } from '../../src/operation/read-operation.ts';
import { bootShop } from '../support/boot-shop.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';

let app: Application;
beforeAll(async () => {
  app = await bootShop();
});
afterAll(() => app.close());

const options = {
  descriptions: true,
  specifiedByUrl: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
};

const questions: readonly (readonly [what: string, query: string, variables: Record<string, unknown>])[] = [
  ['everything', getIntrospectionQuery(options), {}],
  ['everything, as tools query it', getIntrospectionQuery(), {}],
  [
    'single types',
    '{ a: __type(name: "Order") { name kind } b: __type(name: "Nothing") { name } __schema { __typename } }',
    {},
  ],
  ['a variable', 'query ($n: String!) { __type(name: $n) { name enumValues { name } } }', { n: 'OrderBy' }],
  [
    'directives, aliases, fragments, and merged fields',
    `query ($yes: Boolean!, $no: Boolean!) {
      __schema { ...Types types @skip(if: $no) { alias: name } queryType { fields @include(if: $no) { name } } }
    }
    fragment Types on __Schema { types { name fields(includeDeprecated: $yes) { n: name args { type { ...Type } defaultValue } } } ... @skip(if: $yes) { directives { name } } }
    fragment Type on __Type { name kind ofType { name kind } inputFields { name type { name } } }`,
    { yes: true, no: false },
  ],
  [
    'deprecated members',
    '{ __type(name: "Query") { fields(includeDeprecated: null) { isDeprecated deprecationReason } interfaces { name } possibleTypes { name } } }',
    {},
  ],
];

describe('introspection of a schema', () => {
  it.each(questions)('equals the result of graphql-js: %s', async (_what, query, variables) => {
    const expected = executeSync({ schema: app.schema, document: parse(query), variableValues: variables });
    expect(expected.errors).toBeUndefined();
    expect(JSON.parse(dataText(await runDocument(app, query, { variables })))).toEqual(expected.data);
    // Cached.
    expect(JSON.parse(dataText(await runDocument(app, query, { variables })))).toEqual(expected.data);
  });

  it('is returned next to data, in document order', async () => {
    const text = dataText(
      await runDocument(
        app,
        '{ b: __type(name: "Order") { name } customers(first: 1) { id } a: __schema { __typename } }',
      ),
    );
    expect(text).toBe('{"b":{"name":"Order"},"customers":[{"id":1}],"a":{"__typename":"__Schema"}}');
  });
});

describe('the cost of introspection', () => {
  const read = (query: string, variables: Record<string, unknown> = {}) => {
    const { schema, model } = app;
    const prepared = prepareOperation(schema, parse(query), undefined, model.limits);
    const [field] = readOperation(schema, prepared, variables, variables).fields;
    if (field === undefined) throw new Error('The schema has no field.');
    return { field, values: { variables, claims: {} } };
  };

  /** Returns the number of printed type names. */
  const countWork = (query: string, introspections = new IntrospectionCache(app.schema, 2 ** 30, 0)): number => {
    const { field, values } = read(query);
    const { name } = __Type.getFields();
    if (name === undefined) throw new Error('The type has no name.');
    const resolveSpy = vi.spyOn(name, 'resolve');
    introspections.answer(field, values);
    const resolveCalls = resolveSpy.mock.calls.length;
    resolveSpy.mockRestore();
    return resolveCalls;
  };

  it('is paid once per query text while it is cached', () => {
    const introspections = new IntrospectionCache(app.schema, 2 ** 30, 2 ** 26);
    const query = getIntrospectionQuery();
    expect(countWork(query, introspections)).toBeGreaterThan(100);
    expect(countWork(query, introspections)).toBe(0);
    expect(countWork(`${query}\n# another text`, introspections)).toBe(0);
  });

  it('grows with the schema, not with repeated references', () => {
    const fields = (inner: string) =>
      `{ __schema { types { name fields { type { ${inner} ofType { ${inner} } } } } } }`;
    const [flat, deep] = ['name', 'name fields { name type { name kind ofType { name kind ofType { name } } } }'].map(
      (inner) => countWork(fields(inner)),
    );
    // Each type is visited a few times more, although all fields of a type lead to all fields of another.
    expect(deep).toBeLessThan((flat ?? 0) * 8);
  });

  it('is bounded by the size limit of responses', async () => {
    const small = await bootShop({
      change: (config) => ({
        ...config,
        runtime: { ...config.runtime, limits: { ...config.runtime.limits, responseBytes: 1000 } },
      }),
    });
    expect(codeOf(await runDocument(small, getIntrospectionQuery()))).toBe('LimitExceeded');
    expect(codeOf(await runDocument(small, '{ __type(name: "Order") { name } }'))).toBe('answered');
    await small.close();
  });
});
