import { splitList } from './split-list.ts';

const ORDER = /\border by ([^;)]+?)(?= limit\b| offset\b|\)|;|$)/g;

const TERM = /^(.*?)( asc| desc)?(?: nulls (first|last))?$/;

/**
 * Makes NULL the largest value unless the order specifies it.
 * @param place prints a term; `direction` is ` asc`, ` desc`, or empty, `nulls` is `first` or `last`
 */
export const placeNulls = (text: string, place: (what: string, direction: string, nulls: string) => string): string =>
  text.replaceAll(ORDER, (_, terms: string) => {
    const placed = splitList(terms).map((term) => {
      const [, what = '', direction = '', nulls = direction === ' desc' ? 'first' : 'last'] = TERM.exec(term) ?? [];
      return /^\d+$/.test(what) ? term : place(what, direction, nulls);
    });
    return `order by ${placed.join(', ')}`;
  });
