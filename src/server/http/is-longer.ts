/** Returns true if a body exceeds the limit. A UTF-16 unit takes at most 3 bytes, so a short body is not counted. */
export const isLonger = (body: string | Buffer, maxBytes: number): boolean =>
  body.length * 3 > maxBytes && Buffer.byteLength(body) > maxBytes;
