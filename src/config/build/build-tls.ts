import { resolve } from 'node:path';
import type { Tls } from '../config.ts';

/** The protection of the sessions with a server: `written` wins over `said`, files become absolute. */
export function buildTls(
  { written = {}, said, url }: { written?: Partial<Tls> | undefined; said: Partial<Tls>; url: string | undefined },
  folder: string,
): Tls {
  const { mode, ca, cert, key } = { ...said, ...written };
  return {
    // Without a word, a password never crosses a network in plain text, nor goes to a server that nobody vouches for.
    mode: mode ?? (url === undefined || isHere(url) ? 'disable' : 'verify-full'),
    ...(ca !== undefined && { ca: resolve(folder, ca) }),
    ...(cert !== undefined && { cert: resolve(folder, cert) }),
    ...(key !== undefined && { key: resolve(folder, key) }),
  };
}

/** Whether the server is on this machine: by name, by address, or behind a socket. */
function isHere(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  return host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}
