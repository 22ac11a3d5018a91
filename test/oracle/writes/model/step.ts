import type { Wire, WireObject } from '../wire.ts';
import type { Caller } from './right.ts';

/** A request. */
export interface Step {
  readonly caller: Caller;
  readonly api: 'graphql' | 'rest';
  /** Exactly one over REST. */
  readonly operations: readonly Operation[];
  /** Selects one of several spellings; see `write-graphql.ts`, `write-rest.ts`. */
  readonly style: number;
}

export type Operation = Mutation | Query;

export type Query =
  | { readonly kind: 'one'; readonly entity: string; readonly key: Key; readonly selection: Selection }
  | { readonly kind: 'list'; readonly entity: string; readonly filter: Filter; readonly selection: Selection };

export type Mutation = Create | CreateMany | Update | UpdateMany | Replace | Delete | DeleteMany;

export type Kind = Operation['kind'];

interface Of {
  readonly entity: string;
  /** Requested output; REST returns all readable fields. */
  readonly selection: Selection;
}
export interface Create extends Of {
  readonly kind: 'create';
  readonly item: Item;
}
export interface CreateMany extends Of {
  readonly kind: 'createMany';
  readonly items: readonly Item[];
}
export interface Update extends Of {
  readonly kind: 'update';
  readonly key: Key;
  readonly item: Item;
  readonly ifMatch?: TagChoice;
}
export interface UpdateMany extends Of {
  readonly kind: 'updateMany';
  readonly filter: Filter;
  readonly item: Item;
  readonly all?: boolean;
}
export interface Replace extends Of {
  readonly kind: 'replace';
  readonly key: Key;
  readonly item: Item;
  readonly ifMatch?: TagChoice;
  readonly ifNoneMatch?: '*';
}
export interface Delete extends Of {
  readonly kind: 'delete';
  readonly key: Key;
  readonly ifMatch?: TagChoice;
}
export interface DeleteMany extends Of {
  readonly kind: 'deleteMany';
  readonly filter: Filter;
  readonly all?: boolean;
}

/** Fields by name; a relationship has an item, or a list of items. */
export type Item = WireObject;

export type Key = Readonly<Record<string, Wire>>;

/** `latest` and `stale` are ETags that this role received for this row. */
export type TagChoice = '*' | 'latest' | 'stale' | 'unknown';

/** All conditions must be true; an operator without a value has an absent variable. */
export type Filter = readonly Condition[];

export interface Condition {
  readonly field: string;
  readonly operator: 'eq' | 'neq' | 'gt' | 'lt' | 'in' | 'isNull';
  readonly value?: Wire;
}

export interface Selection {
  /** May include `_etag` and `__typename`. */
  readonly fields: readonly string[];
  readonly relationships: readonly { readonly name: string; readonly selection: Selection }[];
}

export const isMutation = (operation: Operation): operation is Mutation =>
  operation.kind !== 'one' && operation.kind !== 'list';
