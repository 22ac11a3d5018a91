import type { ErrorCode, ErrorDetails } from '../../base/errors.ts';
import type { Runtime } from '../../config/config.ts';

/**
 * Data API builder's codes, or the most similar one. `graphql` is the code of its GraphQL engine.
 * https://github.com/Azure/data-api-builder/blob/main/src/Config/DataApiBuilderException.cs
 * https://github.com/ChilliCream/graphql-platform/blob/main/src/HotChocolate/Core/src/Abstractions/ErrorCodes.cs
 */
const dabCodes: Readonly<Record<ErrorCode, { readonly elsewhere: string; readonly graphql?: string }>> = {
  EntityNotFound: { elsewhere: 'EntityNotFound' },
  InvalidField: { elsewhere: 'BadRequest' },
  Forbidden: { elsewhere: 'AuthorizationCheckFailed', graphql: 'AUTH_NOT_AUTHORIZED' },
  Unauthenticated: { elsewhere: 'AuthenticationChallenge', graphql: 'AUTH_NOT_AUTHENTICATED' },
  ItemNotFound: { elsewhere: 'ItemNotFound' },
  OperationNotOffered: { elsewhere: 'BadRequest' },
  BadRequest: { elsewhere: 'BadRequest' },
  UnsupportedMediaType: { elsewhere: 'BadRequest' },
  NotAcceptable: { elsewhere: 'BadRequest' },
  LimitExceeded: { elsewhere: 'BadRequest' },
  RateLimited: { elsewhere: 'BadRequest' },
  Conflict: { elsewhere: 'DatabaseOperationFailed' },
  ConstraintViolated: { elsewhere: 'DatabaseOperationFailed' },
  ApplicationError: { elsewhere: 'DatabaseOperationFailed' },
  PreconditionFailed: { elsewhere: 'BadRequest' },
  Unavailable: { elsewhere: 'DatabaseOperationFailed' },
  OutcomeUnknown: { elsewhere: 'DatabaseOperationFailed' },
  DatabaseTimeout: { elsewhere: 'DatabaseOperationFailed' },
  Internal: { elsewhere: 'UnexpectedError' },
};

/** Code of Data API builder for a change that a row policy forbids. In all other cases, policies only hide rows. */
export const DAB_POLICY_CODE = 'DatabasePolicyFailure';

/** Code of Data API builder for a name in a path that is not a key field. */
export const DAB_KEY_CODE = 'InvalidIdentifierField';

/** Code of Data API builder for a missing procedure parameter. */
export const DAB_PARAMETER_CODE = 'DatabaseInputError';

/**
 * Returns the error code in the configured style.
 * @param details `policy` names the action that a policy forbids; `argument` the GraphQL argument; `key` the fields of
 *   a path's key; `parameter` with `missing` a procedure parameter
 */
export function publicCode(
  code: ErrorCode,
  style: Runtime['errorCodes'],
  api: 'graphql' | 'elsewhere',
  details: ErrorDetails = {},
): string {
  const { elsewhere, graphql = elsewhere } = dabCodes[code];
  if (style === 'joinery') return code;
  if (code === 'Forbidden' && details.policy !== undefined) return DAB_POLICY_CODE;
  if (code === 'BadRequest' && details.parameter !== undefined && details.missing === true) return DAB_PARAMETER_CODE;
  if (code === 'InvalidField' && details.key !== undefined) return DAB_KEY_CODE;
  return api === 'graphql' && details.argument === undefined ? graphql : elsewhere;
}
