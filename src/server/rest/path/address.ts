import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { splitUrl } from '../../http/split-url.ts';

/** Returns the URL without its query. Returns only the path if the origin is unknown, or with `next-link-relative`. */
export function addressOf(
  { raw, publicAddress: { origin = '', prefix } }: FastifyRequest,
  { runtime }: Config,
): string {
  const { baseRoute, pagination } = runtime;
  const path = `${baseRoute || prefix}${splitUrl(raw.url).path}`;
  return pagination.nextLinkRelative ? path : `${origin}${path}`;
}

/**
 * Returns the URL of an item: `…/Order/5`.
 * @param values key values in key order
 * @param named true to include the names of the key fields: `/id/5`
 */
export function itemAddress(
  collection: string,
  { key }: Entity,
  values: readonly string[],
  { named }: { readonly named: boolean },
): string {
  // An empty segment would identify the collection, so the field is named: `/code/`.
  const isNamed = named || (values.length === 1 && values[0] === '');
  const segments = isNamed ? values.flatMap((value, index) => [key[index]?.name ?? '', value]) : values;
  return [collection.replace(/\/$/, ''), ...segments.map(encodeURIComponent)].join('/');
}
