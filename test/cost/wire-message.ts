/** A message from a driver to a database. */
export type WireMessage =
  /** Messages that arrive together: one round trip, unless they are large. */
  | { readonly session: number; readonly kind: 'arrival' }
  | { readonly session: number; readonly kind: 'parse'; readonly name: string; readonly text: string }
  | { readonly session: number; readonly kind: 'bind'; readonly name: string }
  | { readonly session: number; readonly kind: 'execute' }
  /** End of a transaction that no statement began. */
  | { readonly session: number; readonly kind: 'sync' }
  /** A statement without parameters. */
  | { readonly session: number; readonly kind: 'query'; readonly text: string };

/** Decodes the bytes of a driver. The first message of a session identifies the client and is not a `WireMessage`. */
export interface WireProtocol {
  /** Returns the length of the first message in the buffer, or more than the buffer if it is incomplete. */
  readonly lengthOf: (bytes: Buffer, isFirst: boolean) => number;
  readonly read: (session: number, message: Buffer) => WireMessage | undefined;
  /** Messages that end a statement. */
  readonly ends: ReadonlySet<WireMessage['kind']>;
  /** Returns whether the message is the last of the driver's own settings queries in a new session. */
  readonly endsOpening: (message: WireMessage) => boolean;
}
