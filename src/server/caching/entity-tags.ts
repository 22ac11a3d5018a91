import { hash } from 'node:crypto';

/** The ETag of a list, or of anything that is no single item: `W/"<body>"`. */
export const listTag = (body: string): string => `W/"${hashBody(body)}"`;

/**
 * The ETag of an item: `"<row>-<body>"`; the last `-` parts the two.
 * @param row the item's `_etag`
 */
export const itemTag = (row: string, body: string): string => `"${row}-${hashBody(body)}"`;

/** 128 bits in hexadecimal. Node's fastest for bodies of all sizes is SHA-256, where the processor has instructions for it. */
const hashBody = (body: string): string => hash('sha256', body, 'hex').slice(0, 32);

const ROW_AND_BODY = /^(.*)-[0-9a-f]{32}$/;

/**
 * The part of an item's tag that a write compares; a tag that stands for a row alone is all of it.
 * @param tag without its quotes
 */
export const rowOf = (tag: string): string => ROW_AND_BODY.exec(tag)?.[1] ?? tag;
