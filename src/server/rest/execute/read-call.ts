import type { IncomingHttpHeaders } from 'node:http';
import { type GraphQLArgument, type GraphQLSchema, isRequiredArgument } from 'graphql';
import { didYouMean } from '../../../base/did-you-mean.ts';
import { type ErrorCode, refuse } from '../../../base/errors.ts';
import { invariant } from '../../../base/invariant.ts';
import type { RestApi } from '../../../config/config.ts';
import type { Entity, Parameter } from '../../../model/model.ts';
import { clip } from '../../../odata/tokens.ts';
import { type JsonLimits, requireMap } from '../../read-body.ts';
import { readQueryString } from '../options/query-options.ts';
import { readInputValue } from '../write/read-input-value.ts';
import { readPreconditions } from '../write/read-preconditions.ts';
import { readQueryParameters } from './read-query-parameters.ts';

/** The parts of a request that hold the parameters of a function or procedure. */
export interface RoutineRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent, without its `?`. */
  readonly query: string;
  /** As JSON, or undefined where there was none. */
  readonly body: unknown;
  /** Whether the parameters stand in the body. Otherwise in the query. */
  readonly hasBody: boolean;
}

/** What the request is read with. */
export interface CallReading {
  readonly schema: GraphQLSchema;
  readonly settings: Pick<RestApi, 'bodyStrict'>;
  readonly limits: JsonLimits;
  /** Whether names that the client did not send may be told. */
  readonly suggest: boolean;
}

type ParameterValues = Readonly<Record<string, unknown>>;

/** Values of the parameters, as variables. @throws Refusal BadRequest, InvalidField */
export function readCall(entity: Entity, call: RoutineRequest, reading: CallReading): ParameterValues {
  const { method, headers, query, body, hasBody } = call;
  if (method !== 'GET' && method !== 'HEAD') readPreconditions(headers, { ifMatch: false, ifNoneMatch: false });
  const options = readQueryString(query);
  if (method === 'DELETE' && sendsMembers(headers)) {
    refuse(
      'BadRequest',
      `The parameters of "${entity.name}" stand in the URL where it is run by DELETE: leave the body out.`,
    );
  }
  if (!hasBody)
    return readParameters(entity, readQueryParameters(entity, options, reading.limits), { ...reading, strict: true });
  const [[option] = []] = options;
  if (option !== undefined) {
    refuse(
      'BadRequest',
      `The parameters of "${entity.name}" stand in the body: leave "${clip(option)}" out of the URL.`,
      {
        option,
      },
    );
  }
  const given = body === undefined ? {} : requireMap(body, 'The body');
  return readParameters(entity, given, { ...reading, strict: reading.settings.bodyStrict });
}

/** Whether a body is sent, but for the `{}` that some clients send with every request. */
const sendsMembers = (headers: IncomingHttpHeaders): boolean =>
  Number(headers['content-length'] ?? 0) > '{}'.length || headers['transfer-encoding'] !== undefined;

interface ParameterReading extends CallReading {
  /** Whether unknown names are refused. Otherwise they are ignored. */
  readonly strict: boolean;
}

function readParameters(entity: Entity, given: ParameterValues, reading: ParameterReading): ParameterValues {
  const { strict, suggest, schema } = reading;
  const taken = argumentsOf(entity, schema).map((argument) => ({ argument, parameter: parameterOf(entity, argument) }));
  const names = taken.map(({ parameter }) => parameter.name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined && strict) {
    const guess = suggest ? didYouMean(unknown, names) : '';
    refuseParameter('InvalidField', `"${entity.name}" has no parameter "${clip(unknown)}".${guess}`, unknown);
  }
  const missing = taken.find(
    ({ argument, parameter }) => isRequiredArgument(argument) && !Object.hasOwn(given, parameter.name),
  )?.parameter.name;
  if (missing !== undefined) {
    refuse('BadRequest', `The parameter "${missing}" of "${entity.name}" is missing.`, {
      parameter: missing,
      missing: true,
    });
  }
  return Object.fromEntries(
    taken.flatMap(({ argument: { name: variable, type }, parameter: { name, type: fieldType } }) => {
      if (!Object.hasOwn(given, name)) return [];
      const complain = (message: string): never => refuseParameter('BadRequest', message, name);
      return [[variable, readInputValue(given[name], { name, type, fieldType, suggest }, complain)]];
    }),
  );
}

function parameterOf({ name, routine }: Entity, argument: GraphQLArgument): Parameter {
  const found = routine?.parameters.find(({ documentName }) => documentName === argument.name);
  invariant(found, `the argument ${argument.name} is a parameter of ${name}`);
  return found;
}

function argumentsOf({ routine, graphql }: Entity, schema: GraphQLSchema): readonly GraphQLArgument[] {
  const root = routine?.operation === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[graphql.execute];
  invariant(field, `the schema has ${graphql.execute}`);
  return field.args;
}

const refuseParameter = (code: ErrorCode, message: string, parameter: string): never =>
  refuse(code, message, { parameter });
