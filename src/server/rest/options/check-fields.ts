import { refuse } from '../../../base/errors.ts';
import type { ItemRequest } from './rest-request.ts';

/** Bounds the fields that were asked for, at all levels, before a document is made of them. @throws Refusal LimitExceeded */
export function checkFields(request: ItemRequest, max: number): void {
  if (countFields(request) <= max) return;
  refuse(
    'LimitExceeded',
    `$select and $expand ask for more than ${max} fields; ask for fewer, or in several requests.`,
    {
      limit: 'fields',
      max,
    },
  );
}

const countFields = ({ fields, expand }: ItemRequest): number =>
  expand.reduce((sum, { list }) => sum + countFields(list), fields.length + expand.length);
