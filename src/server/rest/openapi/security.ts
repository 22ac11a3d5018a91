import type { Action } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { findRight } from '../../../model/role-rights.ts';
import type { ApiView } from './api-view.ts';

/** Whether callers send tokens themselves. How to sign in at a platform in front is for the platform to document. */
const takesTokens = ({ runtime }: ApiView): boolean => runtime.authentication.provider === 'Jwt';

/** How callers show who they are. */
export const securitySchemes = (view: ApiView) =>
  takesTokens(view) && {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'A token of the OpenID provider that the service believes.',
      },
    },
  };

/** Whether an operation for these actions needs a token, or accepts one. */
export const securityOf = (entity: Entity, actions: readonly Action[], view: ApiView) =>
  takesTokens(view) && {
    security: [
      ...(actions.some((action) => findRight(entity, 'anonymous', action) !== undefined) ? [{}] : []),
      { bearer: [] },
    ],
  };
