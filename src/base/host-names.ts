/** Host names of this machine. Browsers resolve them without DNS, so they are safe from DNS rebinding. */
export const LOOPBACK_HOSTS = ['localhost', '*.localhost', '127.0.0.1', '::1'] as const;

const LOOPBACK_ADDRESS = /^127(?:\.\d{1,3}){3}$/;

/** Returns the host of a `Host` header in lower case, without port and trailing dot; undefined if invalid. */
export function hostOf(header: string): string | undefined {
  const url = URL.parse(`http://${header}`);
  if (url === null || url.pathname !== '/' || /[/?#@\\\s]/.test(header)) return undefined;
  return url.hostname.replace(/\.$/, '').replace(/^\[|\]$/g, '');
}

export function isHostPattern(pattern: string): boolean {
  if (pattern === '*') return true;
  const name = pattern.startsWith('*.') ? pattern.slice(2) : pattern;
  const host = hostOf(name.includes(':') ? `[${name}]` : name);
  return host !== undefined && !host.includes('*') && host === name.toLowerCase();
}

/**
 * Returns a function that matches results of `hostOf`. `*.` matches one or more labels; `127.0.0.1` matches
 * 127.0.0.0/8.
 */
export function matchHosts(patterns: readonly string[]): (host: string) => boolean {
  const lower = patterns.map((pattern) => pattern.toLowerCase());
  if (lower.includes('*')) return () => true;
  const exact = new Set(lower);
  const suffixes = lower.filter((pattern) => pattern.startsWith('*.')).map((pattern) => pattern.slice(1));
  return (host) =>
    exact.has(LOOPBACK_ADDRESS.test(host) ? '127.0.0.1' : host) || suffixes.some((suffix) => isBelow(host, suffix));
}

const LABELS = /^[\w-]+(?:\.[\w-]+)*$/;

/** @param suffix begins with a dot */
export const isBelow = (host: string, suffix: string): boolean =>
  host.endsWith(suffix) && LABELS.test(host.slice(0, -suffix.length));
