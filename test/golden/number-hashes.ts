/** `"_etag": "<hash>"`, and the first part of an ETag: of 22 characters on PostgreSQL, of 32 on MySQL and MariaDB. */
const HASH = /(?<="(?:_etag|tag|etag)": "(?:\\")?)(?:[0-9a-f]{32}|[\w-]{22})(?=(?:-[0-9a-f]{32}\\")?")/g;

/** An answer with the numbers of its hashes in their place: equal hashes have one number, others another one. */
export function numberHashes(text: string): string {
  const numbers = new Map<string, number>();
  return text.replaceAll(HASH, (hash) => {
    const number = numbers.get(hash) ?? numbers.size + 1;
    numbers.set(hash, number);
    return `hash ${number}`;
  });
}
