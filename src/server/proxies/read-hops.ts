import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'forwarded-parse';

/** What a proxy says of a request that it received; every part as it was sent. */
export interface Hop {
  /** The address that sent the request to it. */
  readonly for?: string;
  readonly proto?: string;
  readonly host?: string;
  readonly port?: string;
  /** The path that it took away. */
  readonly prefix?: string;
}

/** The hops of `Forwarded`, the nearest proxy last; none where the header cannot be read. https://www.rfc-editor.org/rfc/rfc7239 */
export function readForwarded({ forwarded }: IncomingHttpHeaders): readonly Hop[] {
  if (forwarded === undefined) return [];
  try {
    return parse(forwarded);
  } catch {
    return [];
  }
}

/**
 * The hops of `X-Forwarded-*`, the nearest proxy last. Each header is a list of its own, which far proxies may not have filled: so the
 * lists are matched from the end.
 */
export function readXForwarded(headers: IncomingHttpHeaders): readonly Hop[] {
  const lists = Object.entries(HEADERS).map(([part, name]) => [part, listOf(headers[name])] as const);
  const length = Math.max(...lists.map(([, list]) => list.length));
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(
      lists.flatMap(([part, list]) => {
        const value = list[list.length - length + index];
        return value === undefined ? [] : [[part, value]];
      }),
    ),
  );
}

const HEADERS: Readonly<Record<keyof Hop, string>> = {
  for: 'x-forwarded-for',
  proto: 'x-forwarded-proto',
  host: 'x-forwarded-host',
  port: 'x-forwarded-port',
  prefix: 'x-forwarded-prefix',
};

const listOf = (header: string | readonly string[] | undefined): readonly string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((value) => value.trim());
