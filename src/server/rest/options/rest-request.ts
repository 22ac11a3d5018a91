import type { Entity, Relationship } from '../../../model/model.ts';
import type { FilterValue } from '../../../odata/filter-value.ts';

/** What was asked of items, with every name found. */
export interface ItemRequest {
  /** What documents call the fields that the role may read, in the order of the answer. */
  readonly fields: readonly string[];
  readonly expand: readonly Expansion[];
}

/** What was asked of a list. */
export interface ListRequest extends ItemRequest {
  readonly where?: FilterValue;
  readonly search?: string;
  /** A value for the argument `orderBy`. */
  readonly orderBy?: readonly OrderByValue[];
  readonly first?: number;
  readonly offset?: number;
}

/** What was asked of a collection. */
export interface CollectionRequest extends ListRequest {
  readonly last?: number;
  readonly after?: string;
  readonly before?: string;
  readonly count: boolean;
}

/** A relationship that was asked for with its item or items. */
export interface Expansion {
  readonly relationship: Relationship;
  readonly target: Entity;
  readonly list: ListRequest;
  /** Whether the number of all related items was asked for too. */
  readonly count: boolean;
}

/** `{ customer: { country: 'ASC' } }` */
export interface OrderByValue {
  readonly [name: string]: string | OrderByValue;
}

/** What a change is to answer. */
export interface ChangeRequest {
  /** Absent where the role may not see it. */
  readonly item?: ItemRequest;
  /** What documents call the fields by which what was made is found again; empty where that is known, or not for this role. */
  readonly key: readonly string[];
}
