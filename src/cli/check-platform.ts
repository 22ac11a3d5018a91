import type { Problem } from '../base/problem.ts';
import type { Runtime } from '../config/config.ts';
import type { Environment } from '../config/document/replace-environment.ts';

/** The variable that App Service sets where it signs callers in; Data API builder looks for it too. */
const SIGNING_IN = 'WEBSITE_AUTH_ENABLED';

/**
 * Checks in production that the platform is there whose header the provider believes: without it anybody could write that header. Only a
 * start checks it, since a file is often validated on another machine.
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
