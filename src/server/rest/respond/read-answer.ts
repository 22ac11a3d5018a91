import { invariant } from '../../../base/invariant.ts';
import { ETAG_FIELD } from '../../../model/etag.ts';
import { KEY_PREFIX, ROOT_KEY } from '../document/compose-document.ts';
import type { PageFacts } from './links.ts';

/** `{"value":` before, `}` behind. */
const BEFORE = `{"${ROOT_KEY}":`.length;
const ITEMS = /"items" ?: ?/;

/** A member that a document puts in front of an item's own: the hash of its row, and fields of its key. */
const FRONT = new RegExp(
  `^\\{ ?"(${ETAG_FIELD}|${KEY_PREFIX}\\d+)" ?: ?("[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|[^",{}[\\]]+), ?`,
);

/** The JSON text of the one root value of an answer. */
const rootText = (data: string): string => data.slice(BEFORE, -1);

/** An item as the database wrote it, without what stands in front of its own members. */
export interface ReadItem {
  readonly item: string;
  /** The hash of its row; absent for what has no key. */
  readonly row?: string;
  /** Values of its key as text, in key order; empty where they were not asked for. */
  readonly key: readonly string[];
}

/** The item of an answer; undefined where there is none. */
export function readItem(data: string): ReadItem | undefined {
  const text = rootText(data);
  return text === 'null' ? undefined : parted(text);
}

function parted(text: string): ReadItem {
  const [whole, name, value = ''] = FRONT.exec(text) ?? [];
  if (whole === undefined) return { item: text, key: [] };
  const others = parted(`{${text.slice(whole.length)}`);
  const plain = value.startsWith('"') ? (JSON.parse(value) as string) : value;
  return name === ETAG_FIELD ? { ...others, row: plain } : { ...others, key: [plain, ...others.key] };
}

/** Items that were created, as the database wrote them; undefined where the role may not see them. */
export function readCreated(data: string): string | undefined {
  const changes = rootText(data);
  const label = ITEMS.exec(changes);
  const items = label === null ? 'null' : changes.slice(label.index + label[0].length, -1);
  return items === 'null' ? undefined : items;
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
