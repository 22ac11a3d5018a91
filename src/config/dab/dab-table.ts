import { dabKeys } from './dab-keys.ts';

/** What Joinery does with each key, as a Markdown table. */
export const dabTable = (): string =>
  [
    '| key | is | note |',
    '|---|---|---|',
    ...dabKeys.map(({ key, values, treatment, reason }) => {
      const named = values === undefined ? '' : ` = ${values.map((value) => `\`${value}\``).join(', ')}`;
      return `| \`${key}\`${named} | ${treatment} | ${reason} |`;
    }),
  ].join('\n');
