import type { Application } from '../app/application.ts';
import type { IdentityReader } from './identity/read-identity.ts';
import type { ServerTiming } from './observability/server-timing.ts';
import type { Callers } from './overload/callers.ts';

/** What both APIs are served from. */
export interface ApiContext {
  readonly application: Application;
  readonly identities: IdentityReader;
  readonly callers: Callers;
  /** Absent where clients are told no timing. */
  readonly timing: ServerTiming | undefined;
}
