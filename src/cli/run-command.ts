import { createProgram } from './create-program.ts';
import { describeError } from './describe-error.ts';

export async function runCommand(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  }
}
