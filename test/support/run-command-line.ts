import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand } from '../../src/cli/run-command.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Runs a command line in this process and the current folder. The log still goes to standard error of this process. */
export async function runCommandLine(commandLine: readonly string[], input = ''): Promise<CommandResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const context = { stdin: Readable.from([input]), stdout, stderr, exitCode: 0 };
  await runCommand(commandLine, context);
  stdout.end();
  stderr.end();
  return { stdout: await text(stdout), stderr: await text(stderr), code: context.exitCode };
}

/** Enters a new temporary folder. @returns its path, and a function that returns to the previous folder */
export async function enterTemporaryFolder(): Promise<{ readonly folder: string; readonly leave: () => void }> {
  const folder = await makeTemporaryFolder();
  const previous = process.cwd();
  process.chdir(folder);
  return { folder, leave: () => process.chdir(previous) };
}
