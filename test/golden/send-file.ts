import type { RestAnswer, ServedRest } from '../http/support/serve-rest.ts';

/** Sends a request from a file: `PATCH /api/Order/5`, headers, an empty line, the body. */
export function sendFile(file: string, rest: ServedRest): Promise<RestAnswer> {
  const [head = '', body] = file.trimEnd().split('\n\n');
  const [line = '', ...lines] = head.split('\n');
  const [method = '', url = ''] = line.split(' ');
  const headers = Object.fromEntries(lines.map((header) => header.split(': ')));
  return rest.fetch(url, { method, role: '', headers, ...(body !== undefined && { body }) });
}
