import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, stopWithParent } from '../../src/embedded/start-embedded.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const START_TIMEOUT_MS = 10_000;

export interface NginxServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Port to listen on, and folder to write to. */
export interface NginxSettings {
  readonly port: number;
  readonly folder: string;
}

/** Runs nginx in its own folder. `write` returns the content of the `http` block. */
export async function startNginx(program: string, write: (place: NginxSettings) => string): Promise<NginxServer> {
  const place: NginxSettings = { port: await findFreePort(), folder: await makeTemporaryFolder() };
  const [file, log] = [join(place.folder, 'nginx.conf'), join(place.folder, 'error.log')];
  await writeFile(file, writeMain(place, write(place)));
  const server = spawn(program, ['-p', place.folder, '-c', file, '-e', log], { detached: true, stdio: 'ignore' });
  await once(server, 'spawn');
  const callOffWatch = stopWithParent(server, {}, 'TERM');
  const exited = once(server, 'exit');
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isListening(place.port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      throw new Error(`nginx did not start:\n${await readFile(log, 'utf8')}`);
    }
    await sleep(20);
  }
  const stop = async (): Promise<void> => {
    callOffWatch();
    server.kill('SIGTERM');
    await exited;
  };
  return { origin: `http://127.0.0.1:${place.port}`, stop };
}

/** Everything is in the folder, owned by the user who runs the tests. */
function writeMain({ folder }: NginxSettings, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${join(folder, 'pid')};`,
    'events {}',
    `http { access_log off; ${temporary.join(' ')}`,
    http,
    '}',
  ].join('\n');
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
