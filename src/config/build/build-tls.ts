import { resolve } from 'node:path';
import type { Tls } from '../config.ts';

/** How sessions with a server are protected. `written`, the keys of the file, wins over `said`, the connection string. Paths become absolute. */
export function buildTls(
  { written = {}, said, url }: { written?: Partial<Tls> | undefined; said: Partial<Tls>; url: string | undefined },
  folder: string,
): Tls {
  const { mode, ca, cert, key } = { ...said, ...written };
  return {
    // By default no password crosses a network in plain text, or goes to a server that no authority vouches for.
    mode: mode ?? (url === undefined || isHere(url) ? 'disable' : 'verify-full'),
    ...(ca !== undefined && { ca: resolve(folder, ca) }),
    ...(cert !== undefined && { cert: resolve(folder, cert) }),
    ...(key !== undefined && { key: resolve(folder, key) }),
  };
}

/** Whether the server is on this machine: `localhost`, `127.0.0.1`, a socket. */
function isHere(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  return host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}
