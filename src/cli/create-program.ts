import { Command, Option } from 'commander';
import { nearest } from '../base/did-you-mean.ts';
import { readVersion } from '../base/read-version.ts';
import { compile } from './compile.ts';
import { explain } from './explain.ts';
import { readPort } from './read-port.ts';
import { readSeconds } from './read-seconds.ts';
import { start } from './start.ts';
import { validate } from './validate.ts';

const EXAMPLES = `
Examples:
  joinery start                                  serve joinery.json of this folder
  joinery start --config shop.yaml --port 8080   serve another file on another port
  joinery validate                               check configuration and database, list every problem
  joinery compile --out schema.graphql           write the GraphQL schema
  joinery explain query.graphql --role editor    show the SQL of a query, without running it
  echo '{ orders { id } }' | joinery explain -   the same from standard input
`;

/** The command line: its commands, their options, their help. */
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
      'with an OpenID provider beside it, to try tokens with: users.json beside the configuration says whom one can be',
    )
    .addOption(
      new Option('--wait <seconds>', 'how long to wait for a database that is away; each try is logged').argParser(
        readSeconds,
      ),
    )
    .action(start);
  withListening(withConfig(program.command('validate')))
    .description('check the configuration against itself and the database, as "start" would')
    .option('--strict', 'end with exit code 2 when there are warnings')
    .option('--json', 'write the result as one JSON object to standard output')
    .action(validate);
  withConfig(program.command('compile'))
    .description('write the GraphQL schema that the configuration and the database give')
    .option('-o, --out <file>', 'file to write, instead of standard output')
    .action(compile);
  withConfig(program.command('explain'))
    .description('show plan, SQL and parameters of an operation, without running it')
    .argument('[document]', 'file with a GraphQL document, or - for standard input', '-')
    .option('--variables <json>', 'variables, as a JSON object')
    .option('--operation <name>', 'which operation of the document')
    .option('--role <role>', 'role to ask as', 'anonymous')
    .action(explain);
  return program;
}

/** Returns an error of commander about an unknown command with the command that other tools call so: `serve` → `start`. */
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
    .addOption(new Option('--host <host>', "address to listen on, instead of the configuration's").env('HOST'))
    .addOption(new Option('--port <port>', 'port to listen on, 0 for any free one').env('PORT').argParser(readPort))
    .option(
      '--expose-development',
      'listen beyond this machine in development mode too, where whoever reaches the port chooses roles and sees what failed; name other hosts than addresses of this machine in runtime.host.allowed-hosts',
    );
}

function withConfig(command: Command): Command {
  return command.option('-c, --config <file>', 'configuration, instead of joinery.json or joinery.yaml of this folder');
}
