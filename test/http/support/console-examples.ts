import { BigNumber, parseJson } from '../../../src/base/json.ts';
import type { ConsoleExample, ConsoleModel, PackedModel } from '../../../src/server/console/console-data.ts';
import type { RestAnswer, ServedRest } from './serve-rest.ts';

type Row = Readonly<Record<string, unknown>>;

export async function readModel(rest: ServedRest, role: string): Promise<ConsoleModel> {
  const { body } = await rest.fetch('/console/model.json', { role });
  const { rights, ...model } = body as unknown as PackedModel;
  const entities = model.entities.map((entity) => ({ ...entity, rights: rights[entity.rights] ?? {} }));
  return { ...model, entities };
}

export const postJson = (rest: ServedRest, path: string, body: unknown, role: string): Promise<RestAnswer> =>
  rest.fetch(path, {
    role,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export interface FilledExample {
  /** True if the key of an example is unreadable, or if there is no row. */
  readonly lacksKey: boolean;
  readonly graphql?: ConsoleExample['graphql'];
  readonly rest?: ConsoleExample['rest'];
}

/** Fills in the key of an example, as the page does. */
export async function fillKey(
  rest: ServedRest,
  { graphql, rest: sent, key }: ConsoleExample,
  role: string,
): Promise<FilledExample> {
  if (key === undefined) return { lacksKey: false, ...(graphql && { graphql }), ...(sent && { rest: sent }) };
  const rows = [
    key.graphql && rowsOf(parseJson((await postJson(rest, '/graphql', key.graphql, role)).text)),
    key.rest &&
      (parseJson((await rest.fetch(key.rest.path, { role })).text) as { readonly value: readonly Row[] }).value,
  ];
  const [ofGraphql, ofRest] = rows.map((list) => list?.[0]);
  const fill = (path: string): string =>
    path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => encodeURIComponent(printValue(ofRest?.[name])));
  return {
    lacksKey: ofGraphql === undefined && ofRest === undefined,
    ...(graphql && { graphql: { ...graphql, variables: { ...graphql.variables, ...ofGraphql } } }),
    ...(sent && { rest: { ...sent, path: fill(sent.path) } }),
  };
}

const printValue = (value: unknown): string => (value instanceof BigNumber ? value.text : String(value));

type Rows = readonly Row[] | { readonly items: readonly Row[] };

function rowsOf(response: unknown): readonly Row[] {
  const { rows } = (response as { readonly data: { readonly rows: Rows } }).data;
  return 'items' in rows ? rows.items : rows;
}

/** Runs an example that reads. @returns the failures */
export async function runExample(rest: ServedRest, example: ConsoleExample, role: string): Promise<readonly string[]> {
  const { lacksKey, graphql, rest: sent } = await fillKey(rest, example, role);
  if (lacksKey) return [];
  const failures: string[] = [];
  if (graphql !== undefined) {
    const { status, text, body } = await postJson(rest, '/graphql', graphql, role);
    const values = Object.values((body?.data ?? { none: null }) as object);
    if (status !== 200 || body.errors !== undefined || values.includes(null))
      failures.push(`${graphql.query}: ${text}`);
  }
  if (sent !== undefined) {
    const { status, text } = await rest.fetch(sent.path, { role, method: sent.method });
    if (status !== 200) failures.push(`${sent.method} ${sent.path}: ${text}`);
  }
  return failures;
}
