import type { Entity, Relationship } from '../../../model/model.ts';
import type { FilterValue } from '../../../odata/filter-value.ts';

/** Requested fields and relationships. Every name exists in the Model. */
export interface ItemRequest {
  /** Names of the requested fields in the composed GraphQL document, in response order. */
  readonly fields: readonly string[];
  readonly expand: readonly Expansion[];
}

export interface ListRequest extends ItemRequest {
  readonly where?: FilterValue;
  readonly search?: string;
  readonly orderBy?: readonly OrderByValue[];
  readonly first?: number;
  readonly offset?: number;
}

export interface CollectionRequest extends ListRequest {
  readonly last?: number;
  readonly after?: string;
  readonly before?: string;
  readonly count: boolean;
}

export interface Expansion {
  readonly relationship: Relationship;
  readonly target: Entity;
  readonly list: ListRequest;
  /** Requests the total number of related items. */
  readonly count: boolean;
}

/** `{ customer: { country: 'ASC' } }` */
export interface OrderByValue {
  readonly [name: string]: string | OrderByValue;
}

export interface ChangeRequest {
  /** Absent if the role may not read the item. */
  readonly item?: ItemRequest;
  /** Names of the requested key fields in the composed document. Only `Location` of a new item needs them. */
  readonly key: readonly string[];
}
