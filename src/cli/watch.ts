import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { styleText } from 'node:util';
import type { Problem } from '../base/problem.ts';
import { findReloadedFiles } from '../config/check/check-named-files.ts';
import { readFiles } from '../config/document/read-files.ts';
import { nameOf } from '../config/format-problems.ts';
import type { CommandContext } from './command-context.ts';
import { describeError, findProblems } from './describe-error.ts';

/** Milliseconds without a change after which the configuration is read: an editor may write a file in steps. */
const SETTLE_MS = 100;

export interface Reload {
  /** The first file of the configuration. */
  readonly file: string;
  /** File that overrides the first one. */
  readonly variant?: string | undefined;
  /** Further files to watch; they need not exist. */
  readonly others?: readonly string[];
  /** False if changes of files have no effect. */
  readonly isWatching: boolean;
  /** Reads the configuration, and serves it. @throws as `start` does; the previous configuration then stays in use */
  readonly apply: () => Promise<void>;
  /** Receives the mistakes of a failed reload. */
  readonly onFailure: (problems: readonly Problem[]) => void;
}

export interface ConfigurationReloads {
  /** Reloads now, or after the reload in progress. */
  reload(): void;
  stop(): void;
}

/**
 * Reloads the configuration on demand, and whenever one of its files, or `.env` in the current folder, changes. Reports
 * a mistake, and keeps the previous configuration.
 */
export function reloadConfiguration(reloading: Reload, context: CommandContext): ConfigurationReloads {
  const { file, isWatching, apply, onFailure } = reloading;
  let watchers: readonly FSWatcher[] = [];
  let files: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isReloading = false;
  let isChanged = false;
  let isStopped = false;
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), SETTLE_MS);
  };
  const reload = async (): Promise<void> => {
    isChanged = true;
    if (isReloading) return;
    isReloading = true;
    while (isChanged) {
      isChanged = false;
      // Watch before reading the files: the configuration may name new files.
      watchFiles();
      try {
        await apply();
        if (isStopped) return;
        context.stdout.write(`${styleText('green', 'Reloaded', { stream: context.stdout })}  ${nameOf(file)}\n`);
      } catch (error) {
        onFailure(describeMistakes(error, file));
        context.stderr.write(`${describeError(error, context)}\nThe previous configuration stays in use.\n`);
      }
    }
    isReloading = false;
    if (!isStopped) watchFiles();
  };
  const watchFiles = (): void => {
    if (!isWatching) return;
    const previous = watchers;
    // A missing file may appear again.
    files = [...new Set([...filesOf(reloading), ...files.filter((each) => !existsSync(each))])];
    watchers = [...Map.groupBy(files, dirname)].map(([folder, own]) => watchFolder(folder, own));
    // Close the previous watchers last, so that no change is missed.
    for (const watcher of previous) watcher.close();
  };
  /** Watches the folder, because editors replace files. If it is missing, watches for it to appear. */
  const watchFolder = (folder: string, own: readonly string[]): FSWatcher => {
    if (!existsSync(folder)) return watchFolder(dirname(folder), [folder]);
    const names = new Set(own.map((each) => basename(each)));
    const watcher = watch(folder, (_event, name) => {
      if (name === null || names.has(name) || name === basename(folder)) schedule();
    });
    return watcher.on('error', schedule);
  };
  watchFiles();
  return {
    reload: () => void reload(),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Without a path, a mistake belongs to the file as a whole. */
function describeMistakes(error: unknown, file: string): readonly Problem[] {
  const path = [nameOf(file)];
  const problems = findProblems(error) ?? [{ path, message: String(error), severity: 'error' as const }];
  return problems.map((problem) => (problem.path.length > 0 ? problem : { ...problem, path }));
}

/** Returns the files of a configuration. If it cannot be read, the files that it names are missing. */
function filesOf({ file, variant, others = [] }: Reload): readonly string[] {
  const known = [join(process.cwd(), '.env'), file, ...(variant === undefined ? [] : [variant]), ...others];
  try {
    const { parts, missingFiles } = readFiles(file, variant);
    return [...known, ...parts.map((part) => part.file), ...missingFiles, ...parts.flatMap(findReloadedFiles)];
  } catch {
    return known;
  }
}
