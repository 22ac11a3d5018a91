import type { WebSocket } from 'ws';
import type { Identity } from '../../base/identity.ts';

/** A WebSocket, or a stream of server-sent events. */
interface LiveConnection {
  /** Current identity: `connection_init` can change that of a WebSocket. */
  readonly identity: () => Identity;
  readonly revoke: () => void;
}

export type Scalar = string | number | boolean;

/** Callers that have the role, and all of the claims. */
export interface Callers {
  readonly role?: string;
  readonly claims: Readonly<Record<string, Scalar>>;
}

/** Connections that stay open after the identity of their caller was checked. */
export class LiveConnections {
  readonly #open = new Set<LiveConnection>();

  /** Returns a function that removes the connection. */
  add(connection: LiveConnection): () => void {
    this.#open.add(connection);
    return () => void this.#open.delete(connection);
  }

  /** Ends the connections of callers. Returns their number. */
  revoke(callers: Callers): number {
    const revoked = [...this.#open].filter(({ identity }) => isAmong(callers, identity()));
    for (const { revoke } of revoked) revoke();
    return revoked.length;
  }
}

const isAmong = ({ role, claims }: Callers, identity: Identity): boolean =>
  (role === undefined || identity.role === role) &&
  Object.entries(claims).every(([name, value]) => {
    const claim = Object.hasOwn(identity.claims, name) ? identity.claims[name] : undefined;
    return Array.isArray(claim) ? claim.includes(value) : claim === value;
  });

/** Maximum bytes of a fragment. A client that reads one within `max-stalled-ms` has not stalled. */
const FRAGMENT_BYTES = 65_536;

/** Sends the messages of a WebSocket. Large ones are sent in fragments, so that progress is visible. */
export class MessageSender {
  readonly #socket: WebSocket;
  /** Characters that were not passed to the operating system. */
  #unsent = 0;
  /** Present while fragments are sent. Other messages must wait for them. */
  #last: Promise<void> | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get unsent(): number {
    return this.#unsent;
  }

  /** Resolves when the operating system has the message, or when the socket is closed. */
  async send(text: string): Promise<void> {
    this.#unsent += text.length;
    await (this.#last === undefined && text.length <= FRAGMENT_BYTES ? this.#write(text) : this.#enqueue(text));
    this.#unsent -= text.length;
  }

  async #enqueue(text: string): Promise<void> {
    const previous = this.#last;
    const sent = (async () => {
      await previous;
      await this.#writeFragments(Buffer.from(text));
    })();
    this.#last = sent;
    await sent;
    if (this.#last === sent) this.#last = undefined;
  }

  async #writeFragments(message: Buffer): Promise<void> {
    for (let start = 0; start < message.length; start += FRAGMENT_BYTES) {
      const end = start + FRAGMENT_BYTES;
      await this.#write(message.subarray(start, end), end >= message.length);
    }
  }

  #write(data: string | Buffer, fin = true): Promise<void> {
    const socket = this.#socket;
    return new Promise((resolve) => {
      // An error closes the socket.
      if (socket.readyState === socket.OPEN) socket.send(data, { binary: false, fin }, () => resolve());
      else resolve();
    });
  }
}
