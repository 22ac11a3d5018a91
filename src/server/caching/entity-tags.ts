import { hash } from 'node:crypto';
import { type ContentEncoding, codings } from '../compression/coding.ts';

/** Returns `W/"<hash of the body>"`, for any response except a single item. */
export const listTag = (body: string): string => `W/"${hashBody(body)}"`;

/**
 * Returns `"<row>-<hash of the body>"`, for a single item.
 * @param row the item's `_etag`, which may contain `-`
 */
export const itemTag = (row: string, body: string): string => `"${row}-${hashBody(body)}"`;

/** Returns 128 bits in hexadecimal. SHA-256 is the fastest hash on processors with SHA instructions. */
export const hashBody = (body: string): string => hash('sha256', body, 'hex').slice(0, 32);

/** Adds the encoding: `"<tag>.br"`. https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3 */
export const tagForEncoding = (tag: string, encoding: ContentEncoding): string => `${tag.slice(0, -1)}.${encoding}"`;

const ROW_AND_BODY = new RegExp(`^(.*)-[0-9a-f]{32}(?:\\.(?:${codings.join('|')}))?$`);

/**
 * Returns `<row>` of an item's tag. Returns any other tag unchanged.
 * @param tag without its quotes
 */
export const rowHashOf = (tag: string): string => ROW_AND_BODY.exec(tag)?.[1] ?? tag;
