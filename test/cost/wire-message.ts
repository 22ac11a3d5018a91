/** One message that a driver sent to a database. */
export type WireMessage =
  /** Units that arrived at once: a round trip, unless it is large. */
  | { readonly session: number; readonly kind: 'arrival' }
  | { readonly session: number; readonly kind: 'parse'; readonly name: string; readonly text: string }
  | { readonly session: number; readonly kind: 'bind'; readonly name: string }
  | { readonly session: number; readonly kind: 'execute' }
  /** The end of a transaction that is not begun by a statement. */
  | { readonly session: number; readonly kind: 'sync' }
  /** Text that is run as it is, without parameters. */
  | { readonly session: number; readonly kind: 'query'; readonly text: string };

/** How the bytes that a driver sends are read; the first message of a session says who it is, and is no `WireMessage`. */
export interface WireProtocol {
  /** Bytes of the message that these begin with; more than there are, where that cannot be told yet. */
  readonly lengthOf: (bytes: Buffer, isFirst: boolean) => number;
  readonly read: (session: number, message: Buffer) => WireMessage | undefined;
  /** Messages that end a unit. */
  readonly ends: ReadonlySet<WireMessage['kind']>;
  /** Whether it is the last that a driver sends by itself, of no request, when a session begins: it asks whether settings were heard. */
  readonly endsOpening: (message: WireMessage) => boolean;
}
