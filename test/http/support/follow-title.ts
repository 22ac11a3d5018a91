import { type Client, type ClientOptions, createClient } from 'graphql-ws';
import { expect, onTestFinished } from 'vitest';
import WebSocket from 'ws';

/** A live query of one title. */
export interface FollowedTitle {
  /** Titles that the subscription has received. */
  readonly received: readonly unknown[];
  readonly client: Client;
  /** Waits until the newest title is this one. @throws the error of the subscription */
  until(title: string): Promise<void>;
}

/**
 * Subscribes to `data[root].title` of a query by WebSocket until the test ends. The client reconnects at once, as often
 * as required.
 */
export function followTitle(
  origin: string,
  { query, root, ...options }: { readonly query: string; readonly root: string } & Partial<ClientOptions>,
): FollowedTitle {
  const client = createClient({
    url: `${origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: Number.POSITIVE_INFINITY,
    // Connections may be refused.
    shouldRetry: () => true,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 50)),
    ...options,
  });
  const received: unknown[] = [];
  let failure: unknown;
  client.subscribe<Record<string, { readonly title: string }>>(
    { query: `subscription { ${query} }` },
    {
      next: ({ data, errors }) => void received.push(errors ?? data?.[root]?.title),
      error: (error) => {
        failure = error;
      },
      complete: () => {
        failure ??= new Error('The subscription is complete.');
      },
    },
  );
  onTestFinished(() => void client.dispose());
  return {
    received,
    client,
    until: async (title) => {
      await expect.poll(() => failure ?? received.at(-1), { timeout: 60_000 }).toBe(title);
    },
  };
}
