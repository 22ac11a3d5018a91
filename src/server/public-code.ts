import type { ErrorCode, ErrorDetails } from '../base/errors.ts';
import type { Runtime } from '../config/config.ts';

/**
 * Our codes as Data API builder's sub-status codes; `graphql` is what the GraphQL engine in it says by itself. What it has no code for is
 * the nearest one.
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
  DatabaseTimeout: { elsewhere: 'DatabaseOperationFailed' },
  Internal: { elsewhere: 'UnexpectedError' },
};

/** What that calls a policy on rows that forbids a change; others only keep rows from being found. */
export const DAB_POLICY_CODE = 'DatabasePolicyFailure';

/** What that calls a name in a path that is no field of the key. */
export const DAB_KEY_CODE = 'InvalidIdentifierField';

/**
 * A code as clients are told it, in the style that the configuration asks for.
 * @param api the part of the service that says the code
 * @param details of the refusal: of one by a policy they name the action that has it, of one in an argument that, of one in a path the
 * fields of the key
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
  if (code === 'InvalidField' && details.key !== undefined) return DAB_KEY_CODE;
  return api === 'graphql' && details.argument === undefined ? graphql : elsewhere;
}
