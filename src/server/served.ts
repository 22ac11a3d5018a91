import type { Application } from '../app/application.ts';
import type { IdentityReader } from './identity/read-identity.ts';
import type { ServiceLog } from './service-log.ts';

/** What both APIs are served from. */
export interface Served {
  readonly application: Application;
  readonly identities: IdentityReader;
  readonly log: ServiceLog;
}
