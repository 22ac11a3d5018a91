import { throwApiError } from '../../base/errors.ts';

export const rejectDateTime = (field: string | undefined, message: string): never =>
  field === undefined
    ? throwApiError('BadRequest', message)
    : throwApiError('BadRequest', `"${field}": ${message}`, { fields: [field] });
