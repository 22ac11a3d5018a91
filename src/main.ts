#!/usr/bin/env -S node --max-semi-space-size=16
// Nothing is imported before the version is known: an older Node would stop at syntax that it does not know.
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    `Joinery needs Node ${NEEDED} or newer, and this is Node ${process.versions.node}: install a newer one.`,
  );
  process.exitCode = 1;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  await runCommand(process.argv);
}

export {};
