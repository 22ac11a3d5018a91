import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { splitUrl } from '../../split-url.ts';

/** The URL of a request without its options, as the client sees it: whole, or its path. */
export function addressOf(
  { raw, publicAddress: { origin = '', prefix } }: FastifyRequest,
  { runtime }: Config,
): string {
  const { baseRoute, pagination } = runtime;
  const path = `${baseRoute || prefix}${splitUrl(raw.url).path}`;
  return pagination.nextLinkRelative ? path : `${origin}${path}`;
}

/**
 * The URL of an item by its key, as text in key order, below that of its collection.
 * @param named whether the fields of the key are named: `/id/5`
 */
export function itemAddress(
  collection: string,
  { key }: Entity,
  values: readonly string[],
  { named }: { readonly named: boolean },
): string {
  // A segment without text would name the collection.
  const isNamed = named || (values.length === 1 && values[0] === '');
  const segments = isNamed ? values.flatMap((value, index) => [key[index]?.name ?? '', value]) : values;
  return [collection.replace(/\/$/, ''), ...segments.map(encodeURIComponent)].join('/');
}
