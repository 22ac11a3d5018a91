import { hash } from 'node:crypto';
import { type ContentEncoding, codings } from '../compression/coding.ts';

/** Returns the ETag of anything but a single item: `W/"<body>"`. */
export const listTag = (body: string): string => `W/"${hashBody(body)}"`;

/**
 * Returns the ETag of an item: `"<row>-<body>"`, split at the last `-`.
 * @param row the item's `_etag`
 */
export const itemTag = (row: string, body: string): string => `"${row}-${hashBody(body)}"`;

/** 128 bits in hexadecimal. SHA-256 is Node's fastest hash for all body sizes on processors with SHA instructions. */
const hashBody = (body: string): string => hash('sha256', body, 'hex').slice(0, 32);

/**
 * Returns the ETag for a content encoding: `"<row>-<body>.br"`. It has the same row, but other bytes.
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3
 */
export const tagForEncoding = (tag: string, encoding: ContentEncoding): string => `${tag.slice(0, -1)}.${encoding}"`;

const ROW_AND_BODY = new RegExp(`^(.*)-[0-9a-f]{32}(?:\\.(?:${codings.join('|')}))?$`);

/**
 * Returns the part of an item's tag that a write compares: `<row>`, or the whole tag if it has no body part.
 * @param tag without its quotes
 */
export const rowHashOf = (tag: string): string => ROW_AND_BODY.exec(tag)?.[1] ?? tag;
