import type { Pool } from 'pg';
import type { Application } from '../../../src/app/application.ts';
import type { Item, ServedRest } from '../../http/support/serve-rest.ts';
import type { ForeignKey } from './describe-relations.ts';
import type { Judge } from './judge.ts';
import type { Published, PublishedField } from './published.ts';
import { readExactly } from './read-exactly.ts';

/** A checked entity: its published schema, and its rows. */
export interface Walked {
  readonly published: Published;
  readonly rest: ServedRest;
  readonly application: Application;
  readonly pool: Pool;
  /** To-one relationships by name. */
  readonly references: ReadonlyMap<string, ForeignKey>;
  readonly judge: Judge;
  /** The first items in key order. */
  readonly items: readonly Item[];
  readonly rows: number;
  /** Reports a problem of a field. */
  report(what: string, field?: PublishedField): void;
}

interface GraphqlResponse {
  readonly data?: Record<string, Item & { readonly items: readonly Item[] }>;
  readonly errors?: readonly { readonly message: string }[];
}

/**
 * Sends GraphQL over HTTP.
 * @throws Error with the response if it has errors
 */
export async function queryGraphql(
  rest: ServedRest,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<NonNullable<GraphqlResponse['data']>> {
  const { status, text } = await rest.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = readExactly(text) as GraphqlResponse;
  if (errors !== undefined || !data)
    throw new Error(`${status} ${(errors ?? []).map(({ message }) => message).join('; ') || text}`);
  return data;
}

/**
 * Sends a REST request.
 * @throws Error with the response if it is not successful
 */
export async function requestRest(
  rest: ServedRest,
  url: string,
  options: Parameters<ServedRest['fetch']>[1] = {},
): Promise<Item & { readonly value?: readonly Item[]; readonly nextLink?: string; readonly count?: unknown }> {
  const { status, text } = await rest.fetch(url, options);
  if (status >= 300) throw new Error(`${status} ${text}`);
  return readExactly(text) as Item;
}

/** Returns the values of an item in the order of these fields. */
export const pick = (item: Item, fields: readonly PublishedField[]): Item =>
  Object.fromEntries(fields.map(({ name }) => [name, item[name]]));

export function pathOf({ entity, key }: Published, item: Item, isNamed: boolean): string {
  const segments = key.flatMap(({ name, scalar }) => {
    const value = encodeURIComponent(scalar === 'JSON' ? JSON.stringify(item[name]) : plainText(item[name]));
    return isNamed ? [name, value] : [value];
  });
  return `/api/${entity}/${segments.join('/')}`;
}

/** Returns a scalar without JSON quotes. */
export const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function distinctValues(items: readonly Item[], field: PublishedField, most = 6): readonly unknown[] {
  const byText = new Map(items.map((item) => [JSON.stringify(item[field.name]), item[field.name]]));
  return [...byText.values()].filter((value) => value !== null).slice(0, most);
}
