import { refuse } from '../../../base/errors.ts';
import type { Entity, FieldType } from '../../../model/model.ts';
import { clip } from '../../../odata/tokens.ts';
import { type JsonLimits, readJson } from '../../read-body.ts';
import type { QueryOption } from '../options/query-options.ts';

/** Parameters by name, as texts. Several of one name are a list; JSON is parsed. @throws Refusal BadRequest */
export function readQueryParameters(
  { routine }: Entity,
  options: readonly QueryOption[],
  limits: JsonLimits,
): Readonly<Record<string, unknown>> {
  const byName = Map.groupBy(options, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, pairs]) => {
      const type = routine?.parameters.find((parameter) => parameter.name === name)?.type;
      const texts = pairs.map(([, text]) =>
        type?.scalar === 'JSON' ? readJson(text, `The parameter "${clip(name)}"`, limits) : text,
      );
      return [name, oneOrList(name, texts, type)];
    }),
  );
}

function oneOrList(name: string, values: readonly unknown[], type: FieldType | undefined): unknown {
  if (type?.list === true) return values;
  const [first, ...others] = values;
  if (others.length === 0) return first;
  return refuse('BadRequest', `The URL gives "${clip(name)}" more than once: give it once.`, { parameter: name });
}
