import { invariant } from '../../base/invariant.ts';
import { ETAG_FIELD } from '../../model/etag.ts';
import { ROOT_KEY } from './compose-document.ts';
import type { PageFacts } from './links.ts';

/** `{"value":` before, `}` behind. */
const BEFORE = `{"${ROOT_KEY}":`.length;
const ITEMS = /"items" ?: ?/;

const ROW_HASH = new RegExp(`^\\{"${ETAG_FIELD}" ?: ?"([^"]*)", ?`);

/** The JSON text of the one root value of an answer. */
const rootText = (data: string): string => data.slice(BEFORE, -1);

/** An item as the database wrote it, without the hash of its row in front, which is apart. */
export function readItem(data: string): { readonly item: string; readonly row: string } | undefined {
  const text = rootText(data);
  if (text === 'null') return undefined;
  const [label = '', row = ''] = ROW_HASH.exec(text) ?? [];
  invariant(label, 'an item begins with the hash of its row');
  return { item: `{${text.slice(label.length)}`, row };
}

/** A page as the database wrote it: the text of its items, never parsed, and the facts in front of them. */
export function readPage(data: string): { readonly items: string; readonly facts: PageFacts } {
  const page = rootText(data);
  // The facts before it hold no text but cursors, which are Base64url.
  const label = ITEMS.exec(page);
  invariant(label, 'a page has items');
  const facts = page.slice(0, label.index).replace(/, ?$/, '');
  return { items: page.slice(label.index + label[0].length, -1), facts: JSON.parse(`${facts}}`) as PageFacts };
}
