import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { graphql } from './graphql.ts';
import { isConflict, productQuery, productsQuery, productUpdate } from './products.ts';
import { request } from './request.ts';

/** Uses the queries and mutations of the page without a component, and prints the results as JSON. */
const ID = 3;
const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
client.mount();

const list = new InfiniteQueryObserver(client, productsQuery('an'));
list.subscribe(() => {});
let pages = await list.fetchNextPage();
while (pages.hasNextPage) pages = await list.fetchNextPage();
const listed = pages.data?.pages.flatMap(({ products_connection }) => products_connection.items) ?? [];

const one = new QueryObserver(client, productQuery(ID));
one.subscribe(() => {});
const read = await one.refetch();
const price = () => one.getCurrentResult().data?.product_by_pk?.price;
const etag = () => one.getCurrentResult().data?.product_by_pk?._etag;

const update = new MutationObserver(client, productUpdate(ID));
const prices: (number | undefined)[] = [price()];
const track = one.subscribe(() => {
  if (prices.at(-1) !== price()) prices.push(price());
});
const etags = [etag()];
const running = update.mutate({ price: 10.5 });
await new Promise<void>((resolve) => {
  const stop = one.subscribe(() => {
    stop();
    resolve();
  });
});
const optimistic = { price: price(), status: update.getCurrentResult().status };
await running;
etags.push(etag());

const UpdatePrice = graphql(`
  mutation UpdatePrice($id: Int!, $price: Decimal!) {
    updateProduct(id: $id, item: { price: $price }) { price }
  }
`);
await request(UpdatePrice, { id: ID, price: 20 });
const conflict = await update.mutate({ price: 30 }).then(
  () => 'no conflict',
  (error: unknown) => isConflict(error),
);
track();
await update.mutate({ price: 40 });

const errors = await request(UpdatePrice, { id: ID, price: -1e12 }).catch((error: unknown) => ({
  conflict: isConflict(error),
  isError: error instanceof Error,
}));

console.log(
  JSON.stringify({
    list: {
      total: pages.data?.pages[0]?.products_connection.totalCount,
      pages: pages.data?.pages.length,
      distinct: new Set(listed.map(({ id }) => id)).size,
      last: listed.at(-1)?.name,
    },
    read: { name: read.data?.product_by_pk?.name, price: read.data?.product_by_pk?.price },
    optimistic,
    hasNewTag: etags[0] !== etags[1],
    conflict,
    prices,
    last: price(),
    errors,
  }),
);
client.clear();
client.unmount();
