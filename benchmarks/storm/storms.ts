/** Mutations by key, sent in turn during healthy requests. */
export interface Storm {
  readonly title: string;
  readonly documents: readonly string[];
}

const mutation = (field: string): string => `mutation ($key: Int!) { ${field} }`;

export const storms: readonly Storm[] = [
  {
    title: 'violations',
    documents: [
      mutation('updateOrder(id: $key, item: { customer_id: -1 }) { id }'),
      mutation('updateOrder(id: $key, item: { status: null }) { id customer { name } }'),
      mutation('updateOrders(filter: { id: { eq: $key } }, item: { customer_id: -1 }) { affected }'),
    ],
  },
  {
    title: 'successful updates',
    documents: [
      mutation('updateOrder(id: $key, item: { status: "PAID" }) { id }'),
      mutation('updateOrder(id: $key, item: { status: "NEW" }) { id customer { name } }'),
      mutation('updateOrders(filter: { id: { eq: $key } }, item: { status: "PAID" }) { affected }'),
    ],
  },
];
