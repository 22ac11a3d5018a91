import type { StoreName } from '../support/store-names.ts';
import type { Workload } from './contender.ts';

export type Question =
  | 'point'
  | 'list'
  | 'connection'
  | 'count'
  | 'nested'
  | 'two-lists'
  | 'keyset'
  | 'groups'
  | 'create'
  | 'create-policy'
  | 'update';

/** Highest seeded keys, leaving room for a page after them. */
const CUSTOMERS = 9_900;
const ORDERS = 99_000;

export const workloads: readonly Workload[] = [
  { name: 'point', title: 'point read with a to-one relationship', highestKey: ORDERS },
  { name: 'list', title: 'list of 20, filtered and ordered', highestKey: ORDERS },
  { name: 'connection', title: 'the list as a connection', highestKey: ORDERS },
  { name: 'count', title: 'connection with the count of 1,000', highestKey: ORDERS },
  { name: 'nested', title: 'three levels, 10 × 5 × 3', highestKey: CUSTOMERS },
  { name: 'two-lists', title: 'two root lists in one operation', highestKey: CUSTOMERS },
  { name: 'keyset', title: 'deep page by cursor', highestKey: ORDERS },
  { name: 'groups', title: 'count and sum of 1,000 rows in groups', highestKey: ORDERS },
  { name: 'create', title: 'create', highestKey: ORDERS },
  { name: 'create-policy', title: 'create, with a policy', highestKey: ORDERS },
  { name: 'update', title: 'update', highestKey: ORDERS },
  { name: 'mixed', title: '90 % reads, 10 % writes', highestKey: CUSTOMERS },
];

/** Workloads with hand-written statements on every store. */
const EVERYWHERE: ReadonlySet<string> = new Set(['point', 'list', 'count', 'nested', 'create', 'update', 'mixed']);

export const workloadsOn = (store: StoreName): readonly Workload[] =>
  store === 'postgres' ? workloads : workloads.filter(({ name }) => EVERYWHERE.has(name));

/** Workloads by `key % 20`. */
const MIX: readonly Question[] = [
  ...Array.from({ length: 11 }, () => 'point' as const),
  ...Array.from({ length: 5 }, () => 'list' as const),
  ...Array.from({ length: 2 }, () => 'nested' as const),
  'create',
  'update',
];

/** For a key, all contenders get the same question. */
export function questionOf({ name }: Workload, key: number): Question {
  return name === 'mixed' ? (MIX[key % MIX.length] ?? 'point') : (name as Question);
}
