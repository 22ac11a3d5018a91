import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { type Follow, fail } from './follow.ts';
import { connect } from './graphql-ws.ts';

export const follow: Follow = (url, query, receive) => {
  const sockets = connect(url);
  const client = new ApolloClient({ link: new GraphQLWsLink(sockets), cache: new InMemoryCache() });
  const subscription = client.subscribe({ query: gql(query) }).subscribe({
    next: ({ data, error }) => {
      if (error !== undefined) fail(error);
      receive(data);
    },
    error: fail,
  });
  return () => {
    subscription.unsubscribe();
    void sockets.dispose();
  };
};
