import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Account } from './account.ts';

/**
 * Sends a server, which runs as `account`, the signal when this process dies without having stopped it, even by SIGKILL. This process may
 * end while the server runs. Returns a function that ends the watch. (Windows has no such watch.)
 */
export function endWithUs(server: ChildProcess, account: Account, signal: 'INT' | 'TERM'): () => void {
  server.unref();
  if (process.platform === 'win32') return () => undefined;
  // The shell waits for its input to end; the end comes without a line before it only when we died.
  const watcher = spawn('sh', ['-c', 'read -r line || kill -s "$0" "$1"', signal, String(server.pid)], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ignore = (): void => undefined;
  watcher.on('error', ignore);
  watcher.stdin.on('error', ignore);
  watcher.unref();
  (watcher.stdin as Socket).unref();
  return () => watcher.stdin.end('stopped\n');
}
