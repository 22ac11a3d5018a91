import type { Entity, Model, Parameter, Routine } from '../../model/model.ts';
import { executable } from '../../model/visibility.ts';
import { isNumber } from '../../scalars/operators.ts';
import { inputType } from '../field-types.ts';
import { describe } from '../write.ts';

/** The fields that run a function or procedure and stand on this root. */
export function executeFields(model: Model, root: Routine['operation']): readonly string[] {
  return model.entities.flatMap((entity) => {
    const routine = executable(entity);
    return routine?.operation === root ? [printField(entity, routine)] : [];
  });
}

function printField({ name, description, graphql }: Entity, { parameters }: Routine): string {
  const given = parameters.filter(({ mode }) => mode !== 'out').map(printParameter);
  const list = given.length === 0 ? '' : `(${given.join(', ')})`;
  return `${describe(description ?? `Runs ${name}.`)}${graphql.execute}${list}: [${graphql.type}!]!`;
}

function printParameter(parameter: Parameter): string {
  const { documentName, description, required } = parameter;
  return `${describe(description)}${documentName}: ${inputType(parameter)}${required ? '!' : ''}${printDefault(parameter)}`;
}

/** The default of a parameter in SDL. A default of JSON is left out: it is the text of a value, which GraphQL would write in its own way. */
function printDefault({ type, ...parameter }: Parameter): string {
  const value = parameter.default;
  if (value === undefined || type.scalar === 'JSON') return '';
  const text = String(value);
  const isBare =
    value === null ||
    type.enumType?.labels.includes(text) === true ||
    (isNumber(type) && /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text)) ||
    (type.scalar === 'Boolean' && /^(true|false)$/.test(text));
  return ` = ${isBare ? text : JSON.stringify(text.toWellFormed())}`;
}
