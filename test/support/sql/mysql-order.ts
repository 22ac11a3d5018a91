import { splitList } from './split-list.ts';

const ORDER = /\border by ([^;)]+?)(?= limit\b| offset\b|\)|;|$)/g;

const TERM = /^(.*?)( asc| desc)?(?: nulls (first|last))?$/;

/** NULL is the largest of all on PostgreSQL, unless an order says otherwise: `a desc` becomes `a is null desc, a desc`. */
export function mysqlOrder(text: string): string {
  return text.replaceAll(ORDER, (_, terms: string) => `order by ${splitList(terms).map(inOrder).join(', ')}`);
}

function inOrder(term: string): string {
  const [, what = '', direction = '', nulls = direction === ' desc' ? 'first' : 'last'] = TERM.exec(term) ?? [];
  return /^\d+$/.test(what) ? term : `${what} is null${nulls === 'first' ? ' desc' : ''}, ${what}${direction}`;
}
