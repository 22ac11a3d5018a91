import { readVersion } from '../../../base/read-version.ts';
import type { ApiView } from './api-view.ts';

/** Who made the document, for whom, and what holds for all of it. */
export function describeInfo({ role, select, model }: ApiView): {
  title: string;
  version: string;
  description: string;
} {
  return {
    title: 'Joinery REST API',
    version: readVersion(),
    description: [
      role === undefined
        ? 'Everything that one role or another may do; what a role may not is answered with 403.'
        : `What the role \`${role}\` may do.`,
      select
        ? 'A plain `GET` answers every field that the role may read. `$select` leaves fields out, so that no field is `required` here; with `?select=false` in its URL this document is without it, and they are.'
        : 'Without `$select`, so that the fields which every role reads are `required`.',
      model.numbers === 'number'
        ? 'Numbers have all their digits: formats `int64` and `decimal` can be larger or finer than a double.'
        : 'Formats `int64` and `decimal` come as text, with all their digits.',
    ].join('\n\n'),
  };
}
