/**
 * Returns whether a body exceeds the limit. Counts bytes only if the length is inconclusive: a UTF-16 unit takes 1 to 3
 * bytes.
 */
export const isLonger = (body: string | Buffer, maxBytes: number): boolean =>
  body.length * 3 > maxBytes && Buffer.byteLength(body) > maxBytes;
