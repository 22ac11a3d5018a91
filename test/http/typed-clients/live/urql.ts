import { Client, subscriptionExchange } from '@urql/core';
import { type Follow, fail } from './follow.ts';
import { connect } from './graphql-ws.ts';

export const follow: Follow = (url, query, receive) => {
  const sockets = connect(url);
  const exchange = subscriptionExchange({
    forwardSubscription: ({ query = '', variables }) => ({
      subscribe: (sink) => ({
        unsubscribe: sockets.subscribe({ query, variables: variables as Record<string, unknown> }, sink),
      }),
    }),
  });
  const client = new Client({ url, exchanges: [exchange], preferGetMethod: false });
  const { unsubscribe } = client.subscription(query, {}).subscribe(({ data, error }) => {
    if (error !== undefined) fail(error);
    const { __typename: _, ...rest } = data;
    receive(rest);
  });
  return () => {
    unsubscribe();
    void sockets.dispose();
  };
};
