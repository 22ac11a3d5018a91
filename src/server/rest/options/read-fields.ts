import type { Entity } from '../../../model/model.ts';
import type { ExpandOptions } from '../../../odata/parse-expand-options.ts';
import { findField, type Reading, readableNames } from './reading.ts';

/** The fields to answer: those that `$select` names, else all that the role may read. @throws Refusal InvalidField, Forbidden */
export function readFields(
  entity: Entity,
  select: ExpandOptions['select'],
  option: string,
  reading: Reading,
): readonly string[] {
  const readable = readableNames(entity, reading);
  if (select === undefined) return readable;
  const names = select.flatMap(({ name, at }) =>
    name === '*'
      ? readable
      : [
          findField(entity, { name, option, at, advice: `bring related items along by "$expand=${name}"` }, reading)
            .documentName,
        ],
  );
  return [...new Set(names)];
}
