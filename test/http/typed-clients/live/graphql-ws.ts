import { type Client, createClient } from 'graphql-ws';
import { type Follow, fail } from './follow.ts';

/** Connects again after 100 ms, instead of after some seconds. */
export const connect = (url: string): Client =>
  createClient({
    url: url.replace('http', 'ws'),
    retryAttempts: 100,
    // A browser reports a refused connection as an event that is fatal by default.
    shouldRetry: () => true,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 100)),
  });

export const follow: Follow = (url, query, receive) => {
  const client = connect(url);
  client.subscribe({ query }, { next: ({ data }) => receive(data), error: fail, complete: () => undefined });
  return () => void client.dispose();
};
