import type { ErrorCode, ErrorDetails } from '../../base/errors.ts';
import type { Runtime } from '../../config/config.ts';

/**
 * Data API builder's code for each error, or its most similar code. `graphql` is the code of its GraphQL engine, if
 * different.
 * https://github.com/Azure/data-api-builder/blob/main/src/Config/DataApiBuilderException.cs
 * https://github.com/ChilliCream/graphql-platform/blob/main/src/HotChocolate/Core/src/Abstractions/ErrorCodes.cs
 */
const dabCodes: Readonly<Record<ErrorCode, { readonly default: string; readonly graphql?: string }>> = {
  EntityNotFound: { default: 'EntityNotFound' },
  InvalidField: { default: 'BadRequest' },
  Forbidden: { default: 'AuthorizationCheckFailed', graphql: 'AUTH_NOT_AUTHORIZED' },
  Unauthenticated: { default: 'AuthenticationChallenge', graphql: 'AUTH_NOT_AUTHENTICATED' },
  ItemNotFound: { default: 'ItemNotFound' },
  OperationNotOffered: { default: 'BadRequest' },
  BadRequest: { default: 'BadRequest' },
  UnsupportedMediaType: { default: 'BadRequest' },
  NotAcceptable: { default: 'BadRequest' },
  LimitExceeded: { default: 'BadRequest' },
  RateLimited: { default: 'BadRequest' },
  Conflict: { default: 'DatabaseOperationFailed' },
  ConstraintViolated: { default: 'DatabaseOperationFailed' },
  ApplicationError: { default: 'DatabaseOperationFailed' },
  PreconditionFailed: { default: 'BadRequest' },
  Unavailable: { default: 'DatabaseOperationFailed' },
  OutcomeUnknown: { default: 'DatabaseOperationFailed' },
  DatabaseTimeout: { default: 'DatabaseOperationFailed' },
  Internal: { default: 'UnexpectedError' },
};

/** Code of Data API builder for a change that a row policy forbids. In all other cases, policies only hide rows. */
export const DAB_POLICY_CODE = 'DatabasePolicyFailure';

/** Code of Data API builder for a name in a path that is not a key field. */
export const DAB_KEY_CODE = 'InvalidIdentifierField';

/** Code of Data API builder for a missing procedure parameter. */
export const DAB_PARAMETER_CODE = 'DatabaseInputError';

/**
 * Returns the error code in the configured style.
 * @param details relevant members: `policy` (action that a policy forbids), `argument` (GraphQL argument), `key` (key
 *   fields of the path), `parameter` with `missing` (missing procedure parameter)
 */
export function publicCode(
  code: ErrorCode,
  style: Runtime['errorCodes'],
  api: 'graphql' | 'default',
  details: ErrorDetails = {},
): string {
  const { default: defaultCode, graphql = defaultCode } = dabCodes[code];
  if (style === 'joinery') return code;
  if (code === 'Forbidden' && details.policy !== undefined) return DAB_POLICY_CODE;
  if (code === 'BadRequest' && details.parameter !== undefined && details.missing === true) return DAB_PARAMETER_CODE;
  if (code === 'InvalidField' && details.key !== undefined) return DAB_KEY_CODE;
  return api === 'graphql' && details.argument === undefined ? graphql : defaultCode;
}
