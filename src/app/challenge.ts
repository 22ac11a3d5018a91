import { ApiError } from '../base/errors.ts';
import type { Authentication } from '../config/config.ts';

/**
 * Scheme of `WWW-Authenticate` by provider. Absent for a provider whose callers cannot authenticate.
 * https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
const challenges: Readonly<Partial<Record<Authentication['provider'], string>>> = {
  Jwt: 'Bearer',
  AppService: 'Bearer',
  // Cookies have no registered scheme.
  StaticWebApps: 'StaticWebApps',
};

export const canAuthenticate = ({ provider }: Authentication): boolean => challenges[provider] !== undefined;

export function unauthenticated(message: string, { provider }: Authentication, cause?: unknown): ApiError {
  const challenge = challenges[provider];
  return new ApiError('Unauthenticated', message, {
    ...(challenge === undefined ? {} : { details: { challenge } }),
    cause,
  });
}

/** Turns Forbidden into Unauthenticated for anonymous callers. */
export function challengeAnonymous(apiError: ApiError, role: string, authentication: Authentication): ApiError {
  if (apiError.code !== 'Forbidden' || role !== 'anonymous' || !canAuthenticate(authentication)) return apiError;
  return unauthenticated(`${apiError.message} Sign in as a user with this permission.`, authentication, apiError);
}
