import { randomUUID } from 'node:crypto';
import type { HttpRequest } from './send-request.ts';

/** A request; a write has a key. */
export interface Call {
  readonly kind: 'read' | 'create' | 'update';
  readonly request: HttpRequest;
  readonly key?: string;
}

/** Creates the next request of its kind. */
export type Operation = () => Call;

const json = { 'content-type': 'application/json', accept: 'application/json' };

export const graphql = (query: string, variables: object = {}): HttpRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: json,
  body: JSON.stringify({ query, variables }),
});

const rest = (method: string, path: string, item?: object, headers = {}): HttpRequest => ({
  method,
  path: `/api/${path}`,
  headers: { ...json, ...headers },
  ...(item && { body: JSON.stringify(item) }),
});

const read =
  (make: () => HttpRequest): Operation =>
  () => ({ kind: 'read', request: make() });

const create =
  (make: (key: string) => HttpRequest): Operation =>
  () => {
    const key = randomUUID();
    return { kind: 'create', key, request: make(key) };
  };

/** Rows of the table. Each scenario has its own table, and uses fewer. */
const SEATS = 100_000;

let seat = 0;
const update =
  (make: (key: string, seat: number) => HttpRequest): Operation =>
  () => {
    const key = randomUUID();
    seat = (seat % SEATS) + 1;
    return { kind: 'update', key, request: make(key, seat) };
  };

const randomKey = (): number => 1 + Math.floor(Math.random() * 1000);

/** Reads of an entity with keys 1 to 1,000: items and lists over both APIs. */
export const readsOf = (entity: 'Thing' | 'Other'): readonly Operation[] => {
  const field = entity.toLowerCase();
  return [
    read(() => graphql(`query ($id: Int!) { ${field}_by_pk(id: $id) { id name } }`, { id: randomKey() })),
    read(() => rest('GET', `${entity}/${randomKey()}`)),
    read(() =>
      graphql(`query ($id: Int!) { ${field}s(filter: { id: { gte: $id } }, first: 20) { id name } }`, {
        id: randomKey(),
      }),
    ),
    read(() => rest('GET', `${entity}?$filter=id%20ge%20${randomKey()}&$first=20`)),
  ];
};

/** Creates with explicit keys, in the three ways of the APIs. */
export const creates: readonly Operation[] = [
  create((id) =>
    graphql('mutation ($item: CreateEntryInput!) { createEntry(item: $item) { id } }', {
      item: { id, said: `entry ${id}` },
    }),
  ),
  create((id) => rest('POST', 'Entry', { id, said: `entry ${id}` })),
  create((id) => rest('PUT', `Entry/${id}`, { said: `entry ${id}` }, { 'if-none-match': '*' })),
];

export const updates: readonly Operation[] = [
  update((taken_by, id) =>
    graphql('mutation ($id: Int!, $item: UpdateSeatInput!) { updateSeat(id: $id, item: $item) { id } }', {
      id,
      item: { taken_by },
    }),
  ),
  update((taken_by, id) => rest('PATCH', `Seat/${id}`, { taken_by })),
];

/** Reads that take this many milliseconds, which must be a row of `lengths`. */
export const pausesOf = (ms: number): Operation =>
  read(() => graphql('query ($ms: Int!) { pause_by_pk(ms: $ms) { slept } }', { ms }));

/** Default requests: as many reads as writes. */
export const mixed: readonly Operation[] = [
  ...creates.flatMap((operation, index) => [operation, ...readsOf('Thing').slice(index, index + 1)]),
  ...updates,
  ...readsOf('Other').slice(0, 2),
];
