import type { Entity, Relationship } from '../../../model/model.ts';
import type { FilterValue } from '../../../odata/filter-value.ts';

/** What was asked of items; every name has been found in the Model. */
export interface ItemRequest {
  /** Names of fields in documents, in the order of the answer. */
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

/** A relationship whose items were asked for. */
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
  /** Absent where the role may not see the item. */
  readonly item?: ItemRequest;
  /** Names in documents of the key fields of a created item, for `Location`; empty where the key is known already, or not readable. */
  readonly key: readonly string[];
}
