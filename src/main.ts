#!/usr/bin/env -S node --max-semi-space-size=16
// Imports follow this check, because an older Node cannot parse them.
const MIN_NODE_VERSION = 24;

if (Number.parseInt(process.versions.node, 10) < MIN_NODE_VERSION) {
  console.error(
    `Joinery needs Node ${MIN_NODE_VERSION} or newer, and this is Node ${process.versions.node}: install a newer one.`,
  );
  process.exitCode = 1;
} else {
  const { runCommand } = await import('./cli/run-command.ts');
  await runCommand(process.argv.slice(2));
}

export {};
