import { type GraphQLResponse, Network, Observable, type RequestParameters } from 'relay-runtime';
import { type Follow, fail } from './follow.ts';
import { connect } from './graphql-ws.ts';

export const follow: Follow = (url, query, receive) => {
  const sockets = connect(url);
  const network = Network.create(
    () => fail('The test sends no queries.'),
    ({ text }, variables) =>
      Observable.create<GraphQLResponse>((sink) =>
        sockets.subscribe(
          { query: text ?? '', variables },
          { ...sink, next: (result) => sink.next(result as GraphQLResponse) },
        ),
      ),
  );
  const operation: RequestParameters = {
    operationKind: 'subscription',
    name: 'tasks',
    text: query,
    id: null,
    cacheID: 'tasks',
    metadata: {},
  };
  const subscription = network.execute(operation, {}, { force: true }).subscribe({
    next: (result) => receive('data' in result ? result.data : fail(result)),
    error: fail,
  });
  return () => {
    subscription.unsubscribe();
    void sockets.dispose();
  };
};
