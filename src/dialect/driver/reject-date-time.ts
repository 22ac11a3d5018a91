import { throwApiError } from '../../base/errors.ts';

/**
 * Rejects a date or point in time outside the database's range. @param field target field @throws ApiError BadRequest
 */
export const rejectDateTime = (field: string | undefined, message: string): never =>
  field === undefined
    ? throwApiError('BadRequest', message)
    : throwApiError('BadRequest', `"${field}": ${message}`, { fields: [field] });
