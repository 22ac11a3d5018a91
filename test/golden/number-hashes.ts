/** `"_etag": "<hash>"`, and the first part of an ETag: 22 characters on PostgreSQL, 32 on MySQL and MariaDB. */
const HASH = /(?<="(?:_etag|tag|etag)": "(?:\\")?)(?:[0-9a-f]{32}|[\w-]{22})(?=(?:-[0-9a-f]{32}\\")?")/g;

/** Replaces hashes by numbers; equal hashes have equal numbers. */
export function numberHashes(text: string): string {
  const numbers = new Map<string, number>();
  return text.replaceAll(HASH, (hash) => {
    const number = numbers.get(hash) ?? numbers.size + 1;
    numbers.set(hash, number);
    return `hash ${number}`;
  });
}
