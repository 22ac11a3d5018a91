import type { IncomingHttpHeaders } from 'node:http';
import type { Application } from '../../app/application.ts';
import { refuse } from '../../base/errors.ts';
import { ANONYMOUS, type Identity } from '../../model/identity.ts';
import { readRoleHeader } from './role-header.ts';
import { roleWithoutHeader } from './role-without-header.ts';
import { settleRole } from './settle-role.ts';

/**
 * Who asks. The role header is believed under provider Simulator in development mode only, where a request without
 * it is `authenticated`; everywhere else everybody is `anonymous`.
 * @throws Refusal BadRequest for headers that name no single role, Forbidden for a role that cannot be had
 */
export function readIdentity(headers: IncomingHttpHeaders, { config, model }: Application): Identity {
  const name = readRoleHeader(headers);
  const { mode, authentication } = config.runtime;
  if (authentication.provider === 'Simulator' && mode === 'development') {
    return { role: name === undefined ? roleWithoutHeader(config) : settleRole(name, model.roles), claims: {} };
  }
  if (name !== undefined && name.toLowerCase() !== 'anonymous') {
    refuse(
      'Forbidden',
      `The role "${name}" cannot be had by naming it: leave the role header out. ` +
        'Only the provider "Simulator" in development mode believes it.',
    );
  }
  return ANONYMOUS;
}
