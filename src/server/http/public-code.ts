import type { ErrorCode, ErrorDetails } from '../../base/errors.ts';
import type { Runtime } from '../../config/config.ts';

/**
 * Our codes as sub-status codes of Data API builder, or the nearest one that it has. `graphql` is the code that its GraphQL engine gives.
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

/** Data API builder's code where a row policy forbids a change; elsewhere policies only hide rows. */
export const DAB_POLICY_CODE = 'DatabasePolicyFailure';

/** Data API builder's code for a name in a path that is no field of the key. */
export const DAB_KEY_CODE = 'InvalidIdentifierField';

/** Data API builder's code for a parameter of a procedure that is missing. */
export const DAB_PARAMETER_CODE = 'DatabaseInputError';

/**
 * The code that clients are told, in the style that the configuration asks for.
 * @param api the part of the service that refuses
 * @param details of the refusal: `policy` names the action whose policy forbids, `argument` the argument, `key` fields of a path's key,
 * `parameter` with `missing` a parameter of a procedure
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
