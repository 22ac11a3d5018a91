import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'walkthrough');
const PAGE = join(import.meta.dirname, '../../src/README.md');
const START = '<!-- walkthrough: written by `npm run walkthrough` from test/golden/walkthrough -->';
const END = '<!-- end of walkthrough -->';

const stages = [
  ['The document', 'case.graphql', 'graphql', 'as a client sends it, with these variables:'],
  ['The variables', 'variables.json', 'json', 'are coerced, every scalar checked, on each call.'],
  [
    'The Operation',
    'operation.json',
    'json',
    'has fragments merged, response keys, and arguments; what is only a value is a slot. No word of the database yet.',
  ],
  ['The Plan', 'plan.json', 'json', 'has names resolved and permissions in place. No word of SQL yet.'],
  [
    'The Script',
    'postgres.sql',
    'sql',
    'is one statement, here for PostgreSQL with the values that were bound (behind `--`). It is cached; binding runs every time.',
  ],
  ['The same plan on MariaDB', 'mariadb.sql', 'sql', 'prints differently, through the same contract.'],
  [
    'The answer',
    'answer.json',
    'json',
    'is `{"data":` and what the database wrote and `}`; nothing of it was parsed on the way (it is laid out here for reading).',
  ],
] as const;

/** The page with the walkthrough in its place, as the golden case has it now. */
export function renderPage(): string {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`src/README.md needs the lines ${START} and ${END}`);
  const sections = stages.map(([title, file, language, words]) => {
    const text = readFileSync(join(FOLDER, file), 'utf8').trimEnd();
    return `### ${title}\n\n${words.charAt(0).toUpperCase()}${words.slice(1)}\n\n\`\`\`${language}\n${text}\n\`\`\`\n`;
  });
  return `${before}${START}\n\n${sections.join('\n')}\n${END}${after}`;
}

export const readPage = (): string => readFileSync(PAGE, 'utf8');

if (import.meta.main) writeFileSync(PAGE, renderPage());
