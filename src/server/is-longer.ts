/** Whether a body has more bytes than this. Counts them only where its length leaves it open: a character takes three at most. */
export const isLonger = (body: string | Buffer, maxBytes: number): boolean =>
  body.length * 3 > maxBytes && Buffer.byteLength(body) > maxBytes;
