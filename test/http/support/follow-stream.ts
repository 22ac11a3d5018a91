import { createClient } from 'graphql-ws';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';

export interface StreamPage {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly endCursor: string;
}

export interface FollowedStream {
  /** Resolves with the next page. @throws the errors of the subscription */
  next(): Promise<StreamPage>;
  /** Disconnects. */
  end(): Promise<void>;
}

/** Follows a root field such as `events_stream(first: 2) { items { id } endCursor }` until the test ends. */
export function followStream(origin: string, field: string, role = 'anonymous'): FollowedStream {
  const client = createClient({
    url: `${origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'x-api-role': role },
    retryAttempts: 0,
  });
  const results = client.iterate<{ readonly rows: StreamPage }>({ query: `subscription { rows: ${field} }` });
  const end = async (): Promise<void> => {
    await client.dispose();
  };
  onTestFinished(end);
  return {
    next: async () => {
      const { value } = await results.next();
      if (value?.errors !== undefined) throw value.errors;
      return value.data.rows;
    },
    end,
  };
}

interface Reading {
  /** Root field without its arguments `first` and `after`: `events_stream(orderBy: …`. */
  readonly field: string;
  readonly selection: string;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  /** Returns true after the last item. */
  readonly isLast: (item: Readonly<Record<string, unknown>>) => boolean;
}

/** Reads a stream up to its last item. Disconnects at random, and resumes after the last page that it received. */
export async function readWithDisconnects(
  origin: string,
  { field, selection, random, isLast }: Reading,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const items: Readonly<Record<string, unknown>>[] = [];
  let after: string | undefined;
  for (;;) {
    const resumed = after === undefined ? '' : `, after: "${after}"`;
    // Most readers keep up with the writers.
    const first = random() < 0.3 ? 1 + Math.floor(random() * 4) : 100;
    const stream = followStream(origin, `${field}, first: ${first}${resumed}) { items { ${selection} } endCursor }`);
    for (let pages = 1 + Math.floor(random() * 15); pages > 0; pages -= 1) {
      const page = await stream.next();
      items.push(...page.items);
      after = page.endCursor;
      if (page.items.some(isLast)) return items;
    }
    await stream.end();
  }
}
