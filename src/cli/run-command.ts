import { CommanderError } from 'commander';
import type { CommandContext } from './command-context.ts';
import { createProgram } from './create-program.ts';
import { describeError } from './describe-error.ts';

/** Runs a command line such as `['validate', '--json']`, and sets the exit code of the context. */
export async function runCommand(commandLine: readonly string[], context: CommandContext = process): Promise<void> {
  try {
    await createProgram(context).parseAsync(commandLine, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) context.stderr.write(`${describeError(error, context)}\n`);
    context.exitCode = error instanceof CommanderError ? error.exitCode : 1;
  }
}
