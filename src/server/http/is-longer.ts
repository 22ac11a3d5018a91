/** Whether a body has more bytes than this. They are counted only where the length of the text leaves it open: a unit takes 1 to 3 bytes. */
export const isLonger = (body: string | Buffer, maxBytes: number): boolean =>
  body.length * 3 > maxBytes && Buffer.byteLength(body) > maxBytes;
