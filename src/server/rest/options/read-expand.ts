import type { Entity } from '../../../model/model.ts';
import type { ExpandItem } from '../../../odata/parse-expand.ts';
import type { ExpandOptions } from '../../../odata/parse-expand-options.ts';
import { refuseAt } from '../../../odata/refuse-at.ts';
import { readList } from './read-list.ts';
import { findRelationship, type Reading } from './reading.ts';
import type { Expansion } from './rest-request.ts';

const OPTION = '$expand';

/** Related items that `$expand` asks for. @throws Refusal InvalidField, Forbidden, BadRequest, LimitExceeded */
export function readExpand(entity: Entity, items: readonly ExpandItem[], reading: Reading): readonly Expansion[] {
  const [first] = items;
  if (first !== undefined && !entity.rest.expand) {
    refuseExpand(
      first.at,
      `related items of "${entity.name}" are not brought along; ask for them by a request of their own.`,
    );
  }
  const seen = new Set<string>();
  return items.map((item) => {
    if (seen.has(item.name))
      refuseExpand(item.at, `"${item.name}" is asked for twice; put all its options in one place.`);
    seen.add(item.name);
    return readItem(entity, item, reading);
  });
}

function readItem(entity: Entity, { name, options, at }: ExpandItem, reading: Reading): Expansion {
  const { relationship, target } = findRelationship(entity, { name, option: OPTION, at }, reading);
  if (!relationship.many) refuseForOne(name, options, at);
  return {
    relationship,
    target,
    list: readList(target, withoutQuotes(options), () => OPTION, reading),
    count: options.count === true,
  };
}

/** Options without the quotes of `$search`, which within `$expand` keep semicolons and parentheses in the words. */
function withoutQuotes(options: ExpandOptions): ExpandOptions {
  const { search } = options;
  return search === undefined ? options : { ...options, search: search.replace(/^"(.*)"$/s, '$1') };
}

/** Refuses options of a list for a to-one relationship: one item is neither filtered, nor ordered, nor counted. */
function refuseForOne(name: string, { select, expand, ...others }: ExpandOptions, at: number): void {
  const [other] = Object.keys(others);
  if (other !== undefined) {
    refuseExpand(at, `"${name}" leads to one item, for which there are only $select and $expand; leave $${other} out.`);
  }
}

const refuseExpand = (at: number, message: string): never => refuseAt({ option: OPTION, at }, message);
