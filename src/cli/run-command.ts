import { createProgram } from './create-program.ts';
import { describeError } from './describe-error.ts';

/** Runs the command that these arguments name. Any error is printed, and makes the exit code 1. */
export async function runCommand(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  }
}
