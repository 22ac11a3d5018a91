import type { Application } from '../app/application.ts';
import type { LiveQueries } from '../live/live-queries.ts';
import type { IdentityReader } from './identity/read-identity.ts';
import type { Shutdown } from './lifecycle/shutdown.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { LiveConnections } from './live/live-connections.ts';
import type { ServerTiming } from './observability/server-timing.ts';
import type { PendingResponses } from './overload/pending-responses.ts';

export interface ApiContext {
  readonly application: Application;
  readonly identities: IdentityReader;
  /** Absent if live queries are disabled. */
  readonly live: LiveQueries | undefined;
  readonly connections: LiveConnections;
  readonly shutdown: Shutdown;
  readonly pendingResponses: PendingResponses;
  /** Undefined if callers are not limited. */
  readonly rateLimiter: RateLimiter | undefined;
  /** Absent outside development. */
  readonly timing: ServerTiming | undefined;
}
