import { changedBody, changedDocument, graphqlGet } from './graphql-requests.ts';
import type { Generate } from './hostile-request.ts';
import { restUrl, restWrite } from './rest-requests.ts';
import { badCursor, badToken, explain, headerAbuse, page, provider } from './web-requests.ts';

/** Generators by name, with their share of the requests. */
export const generators: Readonly<Record<string, { readonly share: number; readonly generate: Generate }>> = {
  'changed documents': { share: 20, generate: changedDocument },
  'bodies of GraphQL': { share: 9, generate: changedBody },
  'GraphQL by GET': { share: 6, generate: graphqlGet },
  'URLs of REST': { share: 20, generate: restUrl },
  'writes of REST': { share: 16, generate: restWrite },
  headers: { share: 6, generate: headerAbuse },
  tokens: { share: 6, generate: badToken },
  cursors: { share: 4, generate: badCursor },
  pages: { share: 5, generate: page },
  explain: { share: 2, generate: explain },
  provider: { share: 3, generate: provider },
};

/** Share of raw connections. */
export const RAW_SHARE = 3;
