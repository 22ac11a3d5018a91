import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { nearest } from '../base/did-you-mean.ts';
import { readVersion } from '../base/read-version.ts';
import type { Overrides } from '../config/config.ts';
import { SCHEMES } from '../config/connection/read-url.ts';
import { ACTIONS } from '../config/schema/entity.ts';
import type { RoleGrant } from '../scaffold/propose-entities.ts';
import type { CommandContext } from './command-context.ts';
import { addCompletion } from './completion.ts';
import type { ExplainOptions } from './explain.ts';
import type { ImportOptions } from './import.ts';
import type { InitOptions } from './init.ts';
import type { ConfigOption } from './open-application.ts';
import type { StartOptions } from './start.ts';
import type { UpdateOptions } from './update.ts';
import type { ValidateOptions } from './validate.ts';

const EXAMPLES = `
Examples:
  joinery init                                   write joinery.json for a database
  joinery import dab-config.json                 convert a configuration of Data API builder
  joinery update                                 add new tables of the database to the file
  joinery start                                  serve joinery.json of this folder
  joinery start --config shop.yaml --port 8080   serve another file on another port
  joinery validate                               check configuration and database, list every problem
  joinery compile --out schema.graphql           write the GraphQL schema
  joinery explain query.graphql --role editor    show the SQL of a query, without running it
  echo '{ orders { id } }' | joinery explain -   the same from standard input
`;

/** The examples of one command. */
const examplesOf = (command: string): string =>
  ['', 'Examples:', ...EXAMPLES.split('\n').filter((line) => line.includes(`joinery ${command}`)), ''].join('\n');

const INIT_EXAMPLES = `
Examples:
  joinery init                                              prompt for the connection
  joinery init --url postgres://me:secret@localhost/shop    write joinery.json and .env
  joinery init --url mysql://me:secret@localhost/shop --role anonymous:read authenticated:* --format yaml
  joinery init --url mssql://me:secret@localhost/shop --schema sales --exclude "*_old" "tmp*"
`;

const IMPORT_EXAMPLES = `
Examples:
  joinery import dab-config.json                       write joinery.json, and list the differences
  joinery import dab-config.json --format yaml         write joinery.yaml
  joinery import dab-config.json --out shop.json --offline
  joinery import dab-config.json --api joinery         serve Joinery's own API to new clients
`;

const UPDATE_EXAMPLES = `
Examples:
  joinery update                        show what the database has gained and lost, and ask before writing
  joinery update --yes                  write without a prompt, for scripts
  joinery update --exclude "tmp_*"      ignore some tables
`;

const ADD_EXAMPLES = `
Examples:
  joinery add Invoice                   add the table invoices as the entity Invoice
  joinery add sales.invoices --role anonymous:read
`;

const SAMPLE_EXAMPLES = `
Examples:
  joinery sample          write the sample to shop/, and install PostgreSQL from npm there
  joinery sample trial    write it to trial/
`;

/** Each command loads its own modules, because loading all of them takes most of the time of a short command. */
export function createProgram(context: CommandContext): Command {
  const { stdout, stderr } = context;
  const program = new Command('joinery')
    .description('A configuration file and a database go in, a GraphQL API and a REST API come out.')
    .version(readVersion())
    .showHelpAfterError('Run "joinery --help" for commands and options.')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({
      writeOut: (output) => stdout.write(output),
      writeErr: (output) => stderr.write(output),
      outputError: (message, write) => write(suggestCommand(message, program)),
    });

  withSelection(program.command('init'))
    .description('write a configuration for a database: an entity for each table, view, and routine')
    .option('--url <url>', 'connection string (default: DATABASE_URL, or a prompt)')
    .addOption(
      new Option('--database-type <type>', 'database product, unless the URL names it').choices(Object.keys(SCHEMES)),
    )
    .addOption(new Option('--format <format>', 'format of the file').choices(['json', 'yaml']).default('json'))
    .option('--force', 'replace an existing file')
    .addHelpText('after', INIT_EXAMPLES)
    .action(async (options: InitOptions) => (await import('./init.ts')).init(options, context));
  program
    .command('import')
    .description('convert a configuration of Data API builder, and list what differs')
    .argument('<file>', 'configuration of Data API builder, such as dab-config.json')
    .option('-o, --out <file>', 'output file (default: joinery.json or joinery.yaml in this folder)')
    .addOption(new Option('--format <format>', 'format of the file').choices(['json', 'yaml']))
    .addOption(
      new Option('--api <style>', 'API of the service: that of Data API builder, or of Joinery')
        .choices(['dab', 'joinery'])
        .default('dab'),
    )
    .option('--offline', 'do not connect to the database; relationships keep their long form')
    .option('--force', 'replace an existing file')
    .addHelpText('after', IMPORT_EXAMPLES)
    .action(async (file: string, options: ImportOptions) =>
      (await import('./import.ts')).importDab(file, options, context),
    );
  withSelection(withConfig(program.command('update')))
    .description('add new tables and relationships of the database to the configuration; report removed ones')
    .option('-y, --yes', 'write without a prompt')
    .addHelpText('after', UPDATE_EXAMPLES)
    .action(async (options: UpdateOptions) => (await import('./update.ts')).update(options, context));
  withGuesses(withRoles(withConfig(program.command('add'))))
    .description('add one table, view, or routine to the configuration')
    .argument('<name>', 'name of the new entity, or of the object in the database')
    .addHelpText('after', ADD_EXAMPLES)
    .action(async (name: string, options: UpdateOptions) => (await import('./update.ts')).add(name, options, context));
  program
    .command('sample')
    .description('write a sample shop, and install a PostgreSQL server for it')
    .argument('[folder]', 'a new or empty folder', 'shop')
    .addHelpText('after', SAMPLE_EXAMPLES)
    .action(async (folder: string) => (await import('./sample.ts')).sample(folder, context));
  withListening(withConfig(program.command('start')))
    .description('serve the API until Ctrl+C')
    .option(
      '--sign-in',
      'also start a development OpenID Connect provider; users.json next to the configuration lists its users',
    )
    .option('--watch', 'reload the configuration when it changes; a mistake keeps the previous one')
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
    .addOption(
      new Option('--log-format <format>', 'form of the log: JSON, or lines for people (requires pino-pretty)')
        .choices(['json', 'pretty'])
        .env('LOG_FORMAT')
        .default('json'),
    )
    .addHelpText('after', examplesOf('start'))
    .action(async (options: StartOptions, command: Command) =>
      (await import('./start.ts')).start({ ...options, sources: sourcesOf(command) }, context),
    );
  withListening(withConfig(program.command('validate')))
    .description('check the configuration, also against the database, as "start" does')
    .option('--strict', 'exit with code 2 if there are warnings')
    .option('--json', 'write the result as one JSON object to standard output')
    .addHelpText('after', examplesOf('validate'))
    .action(async (options: ValidateOptions, command: Command) =>
      (await import('./validate.ts')).validate({ ...options, sources: sourcesOf(command) }, context),
    );
  withConfig(program.command('compile'))
    .description('write the GraphQL schema of the configuration and the database')
    .option('-o, --out <file>', 'output file (default: standard output)')
    .addHelpText('after', examplesOf('compile'))
    .action((options: CompileOptions) => compile(options, context));
  withConfig(program.command('explain'))
    .description('show the plan, SQL, and parameters of an operation, without running it')
    .argument('[document]', 'file with a GraphQL document, or - for standard input', '-')
    .option('--variables <json>', 'variables, as a JSON object')
    .option('--operation <name>', 'name of the operation in the document')
    .option('--role <role>', 'role of the request (default: that of a request without a role header)')
    .option('--database', "also print the database's plan of a query (EXPLAIN, which does not run it)")
    .addHelpText('after', examplesOf('explain'))
    .action(async (file: string, options: ExplainOptions) =>
      (await import('./explain.ts')).explain(file, options, context),
    );
  addCompletion(program);
  return program;
}

/** Adds a suggestion to the error for an unknown command: `start` for `serve`. */
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
      'allow addresses beyond this machine in development mode, where every client can choose roles and see error details; if clients use a host name, list it in runtime.host.allowed-hosts',
    );
}

/** Returns the environment variables that set `--host` and `--port`. */
function sourcesOf(command: Command): NonNullable<Overrides['sources']> {
  const isFromVariable = (name: string): boolean => command.getOptionValueSource(name) === 'env';
  return { ...(isFromVariable('host') && { host: 'HOST' }), ...(isFromVariable('port') && { port: 'PORT' }) };
}

/** Options that select objects of the database, and rights of new entities. */
function withSelection(command: Command): Command {
  return withGuesses(withRoles(command))
    .option('--schema <names...>', 'only tables of these schemas')
    .option('--include <patterns...>', 'only tables that match, such as "sales.*" or "order*"')
    .option('--exclude <patterns...>', 'no tables that match');
}

function withGuesses(command: Command): Command {
  return command
    .option(
      '--guess-relationships',
      'also guess relationships from column names (default if the database has no foreign keys)',
    )
    .option('--no-guess-relationships', 'only relationships of foreign keys');
}

function withRoles(command: Command): Command {
  return command.addOption(
    new Option(
      '--role <role:actions...>',
      'rights, such as anonymous:read or editor:create,read,update (default: authenticated:*)',
    ).argParser(readRole),
  );
}

function withConfig(command: Command): Command {
  return command.option(
    '-c, --config <file>',
    'configuration file (default: joinery.json or joinery.yaml in this folder)',
  );
}

interface CompileOptions extends ConfigOption {
  readonly out?: string;
}

async function compile({ config, out }: CompileOptions, context: CommandContext): Promise<void> {
  const { openApplication } = await import('./open-application.ts');
  const { application } = await openApplication({ config }, context);
  await application.close();
  const sdl = `${application.sdl.trimEnd()}\n`;
  if (out === undefined) context.stdout.write(sdl);
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

/**
 * Converts `editor:create,read` to a grant, and appends it to the earlier grants. Without actions, `anonymous` may
 * read, and every other role may do everything.
 */
function readRole(value: string, previous: readonly RoleGrant[] = []): readonly RoleGrant[] {
  const [role = '', list = role === 'anonymous' ? 'read' : '*', ...rest] = value.split(':');
  const actions = list.split(',');
  const unknown = actions.find((action) => action !== '*' && !(ACTIONS as readonly string[]).includes(action));
  if (!/^[^\s=,;]+$/.test(role) || unknown !== undefined || rest.length > 0) {
    throw new InvalidArgumentError(
      `Invalid role "${value}". Use a role and actions of ${ACTIONS.join(', ')}, such as editor:create,read.`,
    );
  }
  if (previous.some((grant) => grant.role === role)) {
    throw new InvalidArgumentError(`Duplicate role "${role}". List its actions once, such as ${role}:create,read.`);
  }
  return [...previous, { role, actions: actions.includes('*') ? '*' : (actions as (typeof ACTIONS)[number][]) }];
}
