import { hash } from 'node:crypto';
import { type ContentEncoding, codings } from '../compression/coding.ts';

/** The ETag of a list, or of anything that is no single item: `W/"<body>"`. */
export const listTag = (body: string): string => `W/"${hashBody(body)}"`;

/**
 * The ETag of an item: `"<row>-<body>"`, parted by the last `-`.
 * @param row the item's `_etag`
 */
export const itemTag = (row: string, body: string): string => `"${row}-${hashBody(body)}"`;

/** 128 bits in hexadecimal. Node's fastest for bodies of all sizes is SHA-256, where the processor has instructions for it. */
const hashBody = (body: string): string => hash('sha256', body, 'hex').slice(0, 32);

/**
 * The ETag of the same answer in a content coding, `"<row>-<body>.br"`: other bytes of the same row.
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3
 */
export const tagForEncoding = (tag: string, encoding: ContentEncoding): string => `${tag.slice(0, -1)}.${encoding}"`;

const ROW_AND_BODY = new RegExp(`^(.*)-[0-9a-f]{32}(?:\\.(?:${codings.join('|')}))?$`);

/**
 * The part of an item's tag that a write compares: `<row>`. A tag without the other part is all of it.
 * @param tag without its quotes
 */
export const rowOf = (tag: string): string => ROW_AND_BODY.exec(tag)?.[1] ?? tag;
