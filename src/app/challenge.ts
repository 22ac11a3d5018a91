import { Refusal } from '../base/errors.ts';
import type { Authentication } from '../config/config.ts';

/**
 * The value of `WWW-Authenticate` for callers who have to say who they are, by the provider. Providers by which nobody can say so have none.
 * https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
const challenges: Readonly<Partial<Record<Authentication['provider'], string>>> = {
  Jwt: 'Bearer',
  AppService: 'Bearer',
  // There callers have a cookie, for which there is no registered scheme.
  StaticWebApps: 'StaticWebApps',
};

/** Whether callers can say who they are, and are asked to. */
export const mayIdentify = ({ provider }: Authentication): boolean => challenges[provider] !== undefined;

/** The refusal of missing or bad credentials; `WWW-Authenticate` is made of its details. */
export function unauthenticated(message: string, { provider }: Authentication, cause?: unknown): Refusal {
  const challenge = challenges[provider];
  return new Refusal('Unauthenticated', message, {
    ...(challenge === undefined ? {} : { details: { challenge } }),
    cause,
  });
}

/**
 * The one rule for anonymous callers: where callers can say who they are, Forbidden becomes Unauthenticated. Every other refusal stays
 * as it is.
 */
export function challengeAnonymous(refusal: Refusal, role: string, authentication: Authentication): Refusal {
  if (refusal.code !== 'Forbidden' || role !== 'anonymous' || !mayIdentify(authentication)) return refusal;
  return unauthenticated(`${refusal.message} Sign in, and ask as somebody who may.`, authentication, refusal);
}
