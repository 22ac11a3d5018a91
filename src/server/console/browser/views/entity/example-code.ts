import type { ConsoleExample, ConsoleModel } from '../../../console-data.ts';
import { parseExact } from '../../state/exact-json.ts';
import { load } from '../../state/send.ts';

export interface HttpRequest {
  readonly method: string;
  /** Absolute path with the query string. */
  readonly path: string;
  readonly body?: unknown;
}

export type ApiName = 'graphql' | 'rest';

/** Returns the request of an example for an API; undefined if the API does not offer it. */
export function requestOf(example: ConsoleExample, api: ApiName, { paths }: ConsoleModel): HttpRequest | undefined {
  if (api === 'rest') return example.rest;
  const { graphql } = example;
  if (graphql === undefined || paths.graphql === undefined) return undefined;
  const variables = Object.keys(graphql.variables ?? {}).length === 0 ? {} : { variables: graphql.variables };
  return { method: 'POST', path: paths.graphql, body: { query: graphql.query, ...variables } };
}

/** Loads a row with the key that an example needs; undefined if there is no row. @throws Failure */
export async function loadKey(
  { key }: ConsoleExample,
  { paths }: ConsoleModel,
  signal: AbortSignal,
): Promise<KeyRow | undefined> {
  if (key?.graphql !== undefined && paths.graphql !== undefined) {
    const options = { method: 'POST', body: { query: key.graphql.query }, signal };
    const { data } = await load<KeyData>(paths.graphql, options, parseExact);
    return Array.isArray(data.rows) ? data.rows[0] : data.rows.items[0];
  }
  if (key?.rest === undefined) return undefined;
  return (await load<{ readonly value: readonly KeyRow[] }>(key.rest.path, { signal }, parseExact)).value[0];
}

type KeyRow = Readonly<Record<string, unknown>>;

interface KeyData {
  readonly data: { readonly rows: KeyRow[] | { readonly items: readonly KeyRow[] } };
}

/** Returns the example with the values of a key. */
export function fillKey(example: ConsoleExample, row: KeyRow): ConsoleExample {
  const { graphql, rest, key } = example;
  const values = Object.fromEntries((key?.fields ?? []).map((name) => [name, row[name]]));
  const path = rest?.path.replaceAll(/\{([^}]*)\}/g, (text, name: string) =>
    values[name] === undefined ? text : encodeURIComponent(String(values[name])),
  );
  return {
    ...example,
    ...(graphql !== undefined && { graphql: { ...graphql, variables: { ...graphql.variables, ...values } } }),
    ...(rest !== undefined && path !== undefined && { rest: { ...rest, path } }),
  };
}

interface CodeOptions {
  readonly origin: string;
  /** Absent if requests need no role header. */
  readonly role?: string;
  readonly hasToken: boolean;
}

/** Removes line breaks and indentation, which have no meaning in a GraphQL document. */
const compact = (body: unknown): string =>
  JSON.stringify(body, (key, value) => (key === 'query' ? String(value).replaceAll(/\s+/g, ' ').trim() : value));

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a command line for a POSIX shell. */
export function curlOf({ method, path, body }: HttpRequest, { origin, role, hasToken }: CodeOptions): string {
  const isPost = method === 'POST' && body !== undefined;
  return [
    // With -g, curl does not expand brackets.
    `curl -g${method === 'GET' || isPost ? '' : ` -X ${method}`} ${quote(origin + path)}`,
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(role === undefined ? [] : [`-H ${quote(`X-API-Role: ${role}`)}`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(compact(body))}`]),
  ].join(' \\\n  ');
}

/** Returns a module that calls `fetch`, for browsers and Node. */
export function typescriptOf({ method, path, body }: HttpRequest, { origin, role, hasToken }: CodeOptions): string {
  const headers = [
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
    ...(role === undefined ? [] : [`'X-API-Role': ${literal(role)}`]),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is part of the generated code.
    ...(hasToken ? ['Authorization: `Bearer ${token}`'] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${literal(method)},`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${bodyLiteral(body)}),`]),
  ];
  const url = literal(origin + path);
  const call = options.length === 0 ? `fetch(${url})` : `fetch(${url}, {\n${options.join('\n')}\n})`;
  return [
    `const response = await ${call};`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is part of the generated code.
    'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);',
    ...(method === 'DELETE' && body === undefined ? [] : ['const result = await response.json();']),
  ].join('\n');
}

const literal = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/** A GraphQL document keeps its line breaks. */
function bodyLiteral(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('query' in body)) return indent(JSON.stringify(body, null, 2));
  const { query, ...rest } = body;
  const document = String(query).replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  const members = Object.entries(rest).map(
    ([name, value]) => `    ${name}: ${indent(JSON.stringify(value, null, 2), 4)},`,
  );
  return ['{', `    query: \`${indent(document, 6)}\`,`, ...members, '  }'].join('\n');
}

const indent = (text: string, spaces = 2): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
