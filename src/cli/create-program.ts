import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { inspect, styleText } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Application, Explanation } from '../app/application.ts';
import { nearest } from '../base/did-you-mean.ts';
import { ApiError } from '../base/errors.ts';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import { readVersion } from '../base/read-version.ts';
import type { Overrides } from '../config/config.ts';
import { type ConfigPlace, findConfigFile } from '../config/find-config-file.ts';
import { locateProblems, nameOf } from '../config/format-problems.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { createDocuments, readDocument } from '../server/documents/documents.ts';
import type { GraphqlRequest } from '../server/graphql/read-request.ts';
import { readJson, requireJsonObject } from '../server/http/read-body.ts';
import { findRole } from '../server/identity/find-role.ts';
import { describeUserError } from './describe-error.ts';
import { type ConfigOption, openApplication, printProblems } from './open-application.ts';
import { start } from './start.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';

const EXAMPLES = `
Examples:
  joinery start                                  serve joinery.json of this folder
  joinery start --config shop.yaml --port 8080   serve another file on another port
  joinery validate                               check configuration and database, list every problem
  joinery compile --out schema.graphql           write the GraphQL schema
  joinery explain query.graphql --role editor    show the SQL of a query, without running it
  echo '{ orders { id } }' | joinery explain -   the same from standard input
`;

export function createProgram(): Command {
  const program = new Command('joinery')
    .description('A configuration file and a database go in, a GraphQL API and a REST API come out.')
    .version(readVersion())
    .showHelpAfterError('Run "joinery --help" for commands and options.')
    .addHelpText('after', EXAMPLES)
    .configureOutput({ outputError: (message, write) => write(suggestCommand(message, program)) });

  withListening(withConfig(program.command('start')))
    .description('serve the API until Ctrl+C')
    .option(
      '--sign-in',
      'also start a development OpenID Connect provider; users.json next to the configuration lists its users',
    )
    .addOption(
      new Option('--wait <seconds>', 'how long to wait for an unreachable database; logs each attempt').argParser(
        readSeconds,
      ),
    )
    .addOption(
      new Option('--log-level <level>', 'log only messages of this level and above; "debug" logs each request')
        .choices(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
        .env('LOG_LEVEL')
        .default('info'),
    )
    .action(start);
  withListening(withConfig(program.command('validate')))
    .description('check the configuration, also against the database, as "start" does')
    .option('--strict', 'exit with code 2 if there are warnings')
    .option('--json', 'write the result as one JSON object to standard output')
    .action(validate);
  withConfig(program.command('compile'))
    .description('write the GraphQL schema of the configuration and the database')
    .option('-o, --out <file>', 'output file (default: standard output)')
    .action(compile);
  withConfig(program.command('explain'))
    .description('show the plan, SQL, and parameters of an operation, without running it')
    .argument('[document]', 'file with a GraphQL document, or - for standard input', '-')
    .option('--variables <json>', 'variables, as a JSON object')
    .option('--operation <name>', 'name of the operation in the document')
    .option('--role <role>', 'role of the request', 'anonymous')
    .action(explain);
  return program;
}

/** `serve` → `start`. */
function suggestCommand(message: string, { commands }: Command): string {
  const unknown = /^error: unknown command '([^']*)'/.exec(message);
  if (unknown === null) return message;
  const guess = nearest(
    unknown[1] ?? '',
    commands.map((command) => command.name()),
  );
  return `${unknown[0]}${guess === undefined ? '' : `\n(Did you mean ${guess}?)`}\n`;
}

function withListening(command: Command): Command {
  return command
    .addOption(new Option('--host <host>', 'address to listen on (overrides the configuration)').env('HOST'))
    .addOption(new Option('--port <port>', 'port to listen on, 0 for any free one').env('PORT').argParser(readPort))
    .option(
      '--expose-development',
      'allow addresses beyond this machine in development mode, where every client can choose roles and see error details; list other host names in runtime.host.allowed-hosts',
    );
}

function withConfig(command: Command): Command {
  return command.option(
    '-c, --config <file>',
    'configuration file (default: joinery.json or joinery.yaml in this folder)',
  );
}

interface ExplainOptions extends ConfigOption {
  readonly variables?: string;
  readonly operation?: string;
  readonly role: string;
}

type ExplainRequest = Pick<ExplainOptions, 'operation' | 'role'> & Pick<GraphqlRequest, 'query' | 'variables'>;

async function explain(file: string, options: ExplainOptions): Promise<void> {
  const query = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  const variables = requireJsonObject(readJson(options.variables ?? '{}', '--variables'), '--variables');
  const { application } = await openApplication(options);
  try {
    process.stdout.write(print(explainQuery(application, { ...options, query, variables })));
  } finally {
    await application.close();
  }
}

function explainQuery(application: Application, { query, variables, operation, role }: ExplainRequest): Explanation {
  const { schema, model } = application;
  const documents = createDocuments({
    schema,
    introspection: true,
    cacheBytes: 1,
    limits: application.config.runtime.limits,
  });
  const read = readDocument(documents, query);
  if ('apiErrors' in read) throw new AggregateError(read.apiErrors);
  const identity = { role: findRole(role, model), claims: {} };
  return application.explain({ document: read.document, operationName: operation, variables, identity });
}

function print({ plan, statements }: Explanation): string {
  const heading = (title: string): string => styleText('bold', title, { stream: process.stdout });
  const parts = statements.map(({ text: sql, values, when = '' }) => {
    const parameters = values.map((value, index) => `  $${index + 1} = ${show(value)}\n`);
    return `${heading(when === '' ? 'Statement' : `Statement (${when})`)}\n${sql}\n${values.length > 0 ? `\n${heading('Parameters')}\n${parameters.join('')}` : ''}`;
  });
  const printable = JSON.parse(JSON.stringify(plan, replaceByName));
  return [`${heading('Plan')}\n${show(printable)}\n`, ...parts].join('\n');
}

function show(value: unknown): string {
  return inspect(value, { depth: null, breakLength: 100, compact: 4, colors: process.stdout.hasColors?.() ?? false });
}

function replaceByName(key: string, value: unknown): unknown {
  const isNameable =
    (key === 'entity' || key === 'field') && typeof value === 'object' && value !== null && 'name' in value;
  return isNameable ? value.name : value;
}

type ValidateOptions = ConfigOption & Overrides & { readonly strict?: boolean; readonly json?: boolean };

interface Report {
  readonly place?: ConfigPlace | undefined;
  readonly problems: readonly Problem[];
  /** Absent if there are errors. */
  readonly entities?: readonly string[];
  /** Absent if there are errors. */
  readonly roles?: readonly string[];
}

const EXIT_WARNINGS = 2;

/** With `json`, reports errors of `openApplication` instead of throwing them. */
async function validate({ config, strict = false, json = false, ...overrides }: ValidateOptions): Promise<void> {
  const report = await check(config, overrides).catch((error: unknown): Report => {
    if (!json) throw error;
    return { place: locate(config), problems: problemsOf(error) };
  });
  process.stdout.write(json ? printJson(report) : printText(report));
  const has = (level: Problem['severity']): boolean => report.problems.some(({ severity }) => severity === level);
  if (has('error')) process.exitCode = 1;
  else if (strict && has('warning')) process.exitCode = EXIT_WARNINGS;
}

async function check(config: string | undefined, overrides: Overrides): Promise<Report> {
  let report: Report = { problems: [] };
  const reportWarnings = (problems: readonly Problem[], place: ConfigPlace): void => {
    report = { place, problems };
  };
  const { application } = await openApplication({ config, reportWarnings }, overrides);
  await application.close();
  const { entities, roles } = application.model;
  return { ...report, entities: entities.map(({ name }) => name), roles: [...roles] };
}

function locate(config: string | undefined): ConfigPlace | undefined {
  try {
    return findConfigFile(config, process.cwd(), readEnvironment(process.cwd(), process.env));
  } catch {
    return undefined;
  }
}

/** @throws internal errors */
function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof UnusableConfiguration && error.cause instanceof ConfigurationError) return error.cause.problems;
  const message = describeUserError(error);
  if (message === undefined) throw error;
  return [{ path: error instanceof ApiError ? ['data-source'] : [], message, severity: 'error' }];
}

function printText({ place = { file: '' }, problems, entities = [], roles = [] }: Report): string {
  printProblems(problems, place);
  const number = `${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}`;
  const heading = styleText('green', `${nameOf(place.file)} is valid`, { stream: process.stdout });
  return `${heading}: ${number}, roles ${roles.join(', ')}.\n`;
}

/** Documented in docs/configuration.md. */
function printJson({ place, problems, entities, roles }: Report): string {
  const nameIn = (file = place?.file): string | undefined => (file === undefined ? undefined : nameOf(file));
  const located = locateProblems(problems, place?.file, place?.variant).map(({ problem, place: { file, line } }) => {
    const { severity, path, message, found, expected, suggestion } = problem;
    return { severity, path, file: nameIn(file), line, message, found, expected, suggestion };
  });
  const valid = entities !== undefined;
  const report = { file: nameIn() ?? null, valid, problems: located, entities, roles };
  return `${JSON.stringify(report, null, 2)}\n`;
}

interface CompileOptions extends ConfigOption {
  readonly out?: string;
}

async function compile({ config, out }: CompileOptions): Promise<void> {
  const { application } = await openApplication({ config });
  await application.close();
  const sdl = `${application.sdl.trimEnd()}\n`;
  if (out === undefined) process.stdout.write(sdl);
  else await writeFile(out, sdl);
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError(`Invalid port "${text}". Use a number from 0 to 65535.`);
  }
  return port;
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^[0-9]+$/.test(text) || seconds > 86_400) {
    throw new InvalidArgumentError(`Invalid seconds "${text}". Use an integer from 0 to 86400.`);
  }
  return seconds;
}
