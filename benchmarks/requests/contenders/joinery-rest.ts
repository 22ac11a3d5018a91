import type { Contender } from '../contender.ts';
import { cursorOf, startJoinery } from './joinery.ts';
import { pick } from './plain-answer.ts';
import { get, restRequestsFor, send } from './rest.ts';

const FIELDS = 'id,customer_id,status,total,placed_at,note';

const value = (body: unknown): unknown => pick(body, 'value');

const create = (entity: string) => ({
  request: (key: number) =>
    send('POST', `/api/${entity}?$select=order_id,body,weight`, { order_id: key, body: 'Call first', weight: 3 }),
});

export const joineryRest: Contender = {
  name: 'joinery-rest',
  title: 'Joinery, REST',
  isJoinery: true,
  start: (place) => startJoinery(place),
  ...restRequestsFor({
    point: {
      request: (key) =>
        get(`/api/Order/${key}?$select=id,status,total,placed_at,note&$expand=customer($select=id,name,country)`),
    },
    list: {
      request: (key) => get(`/api/Order?$filter=id%20ge%20${key}&$orderby=id&$first=20&$select=${FIELDS}`),
      answer: value,
    },
    count: {
      request: (key) =>
        get(
          `/api/Order?$filter=id%20ge%20${key}%20and%20id%20lt%20${key + 1000}&$orderby=id&$first=20&$select=${FIELDS}&$count=true`,
        ),
      answer: (body) => ({ items: value(body), totalCount: pick(body, 'count') }),
    },
    nested: {
      request: (key) =>
        get(
          `/api/Customer?$filter=id%20ge%20${key}&$first=10&$select=id,name,country` +
            '&$expand=orders($select=id,status,total;$first=5;$expand=lines($select=id,product,quantity,price;$first=3))',
        ),
      answer: value,
    },
    keyset: {
      request: (key) => get(`/api/Order?$orderby=placed_at&$first=20&$select=${FIELDS}&$after=${cursorOf(key)}`),
      // `nextLink` contains the last row's cursor, and is absent on the last page.
      answer: (body) => {
        const next = pick(body, 'nextLink');
        return { items: value(body), hasNextPage: next !== undefined, endCursor: next };
      },
    },
    create: create('Remark'),
    'create-policy': create('ShortRemark'),
    update: {
      request: (key) => send('PATCH', `/api/Order/${key}?$select=id,note`, { note: 'Left with the neighbours' }),
    },
  }),
};
