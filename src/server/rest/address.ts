import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Entity } from '../../model/model.ts';
import { splitUrl } from '../split-url.ts';

/** A name or an address with a port or none; nothing else may stand in a link. https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The URL of a request without its options, as it was sent, or whole. */
export function addressOf({ raw, host, protocol }: FastifyRequest, { runtime }: Config): string {
  const { baseRoute, pagination } = runtime;
  const path = `${baseRoute}${splitUrl(raw.url).path}`;
  return pagination.nextLinkRelative || !HOST.test(host) ? path : `${protocol}://${host}${path}`;
}

/** The URL of an item by its key, as text in key order, below that of its collection. */
export function itemAddress(collection: string, { key }: Entity, values: readonly string[]): string {
  // A segment without text would name the collection.
  const named = values.length === 1 && values[0] === '';
  const segments = named ? [key[0]?.name ?? '', ''] : values;
  return [collection.replace(/\/$/, ''), ...segments.map(encodeURIComponent)].join('/');
}
