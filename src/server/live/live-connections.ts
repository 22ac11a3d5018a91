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
