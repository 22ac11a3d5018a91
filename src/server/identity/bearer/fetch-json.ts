/** Milliseconds and bytes that an answer of a provider may take. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_048_576;

/** The JSON at a URL; redirects are not followed. @throws Error that names the URL, when the JSON cannot be had */
export async function fetchJson(url: string): Promise<unknown> {
  try {
    return JSON.parse(await fetchText(url));
  } catch (cause) {
    throw new Error(`${url} cannot be had`, { cause });
  }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`it answers with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`it answers with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
