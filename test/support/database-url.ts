export function databaseUrl(server: URL, name: string): string {
  const url = new URL(server);
  url.pathname = encodeURIComponent(name);
  return url.href;
}
