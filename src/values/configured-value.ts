import { parseJson } from '../base/json.ts';
import type { Problem } from '../base/problem.ts';
import type { Model, Parameter } from '../model/model.ts';
import { parseScalar } from './parse-scalar.ts';

/** @throws Error that describes accepted values */
export function configuredValue({ type, ...parameter }: Parameter): unknown {
  const value = parameter.default;
  if (value === undefined || value === null) return value;
  if (type.list) throw new Error('A list cannot have a default in the configuration. Declare it in the database');
  if (type.scalar === 'JSON') return typeof value === 'string' ? parseJson(value) : value;
  const labels = type.enum?.labels ?? type.labels;
  if (labels !== undefined && !labels.includes(String(value))) {
    throw new Error(`must be one of ${labels.join(', ')}`);
  }
  return type.scalar === 'String' ? String(value) : parseScalar(value, type.scalar);
}

export interface InvalidDefault extends Problem {
  readonly entity: string;
  readonly parameter: string;
}

export function checkDefaults(model: Model): readonly InvalidDefault[] {
  return model.entities.flatMap(({ name: entity, routine }) =>
    (routine?.parameters ?? []).flatMap((parameter): readonly InvalidDefault[] => {
      try {
        configuredValue(parameter);
        return [];
      } catch (error) {
        const { name, default: found } = parameter;
        const message = `Invalid default of the parameter "${name}": ${(error as Error).message}.`;
        const path = ['entities', entity, 'source', 'parameters'];
        return [{ path, message, severity: 'error', found, entity, parameter: name }];
      }
    }),
  );
}
