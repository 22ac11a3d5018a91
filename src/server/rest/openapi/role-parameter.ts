import type { Runtime } from '../../../config/config.ts';
import type { ApiView } from './api-view.ts';

/** The roles that a request may have where it names none. */
const usualRoles: Readonly<Record<Runtime['authentication']['provider'], readonly string[]>> = {
  Unauthenticated: ['anonymous'],
  Simulator: ['authenticated'],
  Jwt: ['anonymous', 'authenticated'],
  StaticWebApps: ['anonymous', 'authenticated'],
  AppService: ['anonymous', 'authenticated'],
};

/** The header that names a role; undefined where naming a role changes nothing. */
export function roleParameter({ model, runtime, role }: ApiView): Readonly<Record<string, unknown>> | undefined {
  const { provider } = runtime.authentication;
  if (provider === 'Unauthenticated') return undefined;
  const header = { name: 'X-API-Role', in: 'header' };
  const usual = usualRoles[provider];
  if (role !== undefined) {
    return {
      ...header,
      required: !usual.includes(role),
      schema: { type: 'string', enum: [role], default: role },
      description: 'The role that this document is for.',
    };
  }
  return {
    ...header,
    // With other providers callers can have roles that the configuration does not know.
    schema: { type: 'string', ...(provider === 'Simulator' && { enum: [...model.roles] }) },
    description: `The role to act in, out of those that the caller has; ${usual.map((name) => `\`${name}\``).join(' or ')} where it is left out.`,
  };
}
