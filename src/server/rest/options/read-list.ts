import { refuse } from '../../../base/errors.ts';
import type { Entity } from '../../../model/model.ts';
import { searchedFields } from '../../../model/visibility.ts';
import { FilterValue } from '../../../odata/filter-value.ts';
import type { ExpandOptions } from '../../../odata/parse-expand-options.ts';
import { checkSize } from '../../../values/check-amount.ts';
import { readExpand } from './read-expand.ts';
import { readFields } from './read-fields.ts';
import { readOrderBy } from './read-order-by.ts';
import type { Reading } from './reading.ts';
import type { ListRequest } from './rest-request.ts';

/** The name of an option in messages; within `$expand` it is `$expand`, as positions count from its beginning. */
export type OptionName = (option: string) => string;

/**
 * Reads the options of a list: of a collection, or within `$expand`.
 * @throws Refusal BadRequest, InvalidField, Forbidden, LimitExceeded
 */
export function readList(entity: Entity, options: ExpandOptions, called: OptionName, reading: Reading): ListRequest {
  const { search, orderby, first } = options;
  if (search !== undefined && searchedFields(entity).length === 0) {
    refuse('BadRequest', `"${entity.name}" has no text to search in: leave $search out.`, { option: '$search' });
  }
  return {
    fields: readFields(entity, options.select, called('$select'), reading),
    expand: readExpand(entity, options.expand ?? [], reading),
    ...readListValues(options, called, reading),
    ...(orderby === undefined ? {} : { orderBy: readOrderBy(entity, orderby, called('$orderby'), reading) }),
    ...(first === undefined ? {} : { first: readSize(first, '$first', reading) }),
  };
}

/** The values that change from call to call, by the names of arguments. */
export function readListValues(
  { filter, search, skip }: ExpandOptions,
  called: OptionName,
  { suggest }: Pick<Reading, 'suggest'>,
): Pick<ListRequest, 'where' | 'search' | 'offset'> {
  return {
    ...(filter === undefined ? {} : { where: new FilterValue(filter, { option: called('$filter'), suggest }) }),
    ...(search === undefined ? {} : { search }),
    ...(skip === undefined ? {} : { offset: skip }),
  };
}

/** A page size; -1 becomes the largest one. @throws Refusal LimitExceeded */
export function readSize(size: number, option: string, { model }: Reading): number {
  return checkSize(size, { argument: option, max: model.pageSize.max, minusOneIsMax: true });
}
