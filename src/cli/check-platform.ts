import type { Problem } from '../base/problem.ts';
import type { Runtime } from '../config/config.ts';
import type { Environment } from '../config/document/replace-environment.ts';

/** What App Service sets where it signs callers in, as Data API builder looks for it. */
const SIGNING_IN = 'WEBSITE_AUTH_ENABLED';

/**
 * Whether the platform that a provider trusts is there, in production: without it anybody can write the header that says who
 * asks. Asked where a service is started, as the machine that validates a file is often another one.
 */
export function checkPlatform({ mode, authentication }: Runtime, env: Environment): readonly Problem[] {
  if (mode !== 'production') return [];
  const path = ['runtime', 'host', 'authentication', 'provider'];
  const { provider } = authentication;
  if (provider === 'AppService' && env[SIGNING_IN]?.toLowerCase() !== 'true') {
    const message = `The provider "AppService" believes X-MS-CLIENT-PRINCIPAL, and ${SIGNING_IN} does not say that App Service is there to write it. Run it there with authentication switched on; set ${SIGNING_IN}=true yourself only behind a proxy that lets no caller write that header.`;
    return [{ path, message, severity: 'error', found: provider }];
  }
  if (provider === 'StaticWebApps') {
    const message =
      'X-MS-CLIENT-PRINCIPAL is believed as it comes: let nobody but Static Web Apps reach this service, or anybody can be anybody.';
    return [{ path, message, severity: 'warning' }];
  }
  return [];
}
