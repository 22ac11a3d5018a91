import { optionList, partList } from '../read-options.ts';

export function formatHelp(): string {
  const width = Math.max(...[...partList, ...optionList].map(([name]) => name.length)) + 2;
  const line = (name: string, meaning: string): string => `  ${name.padEnd(width)}${meaning}`;
  return [
    'npm run bench -- [part …] [options]',
    '',
    'Parts (default: the first three, about twenty minutes):',
    ...partList.map(([name, meaning]) => line(name, meaning)),
    '',
    'Options:',
    ...optionList.map(([name, standard, meaning]) =>
      line(name, standard === '' ? meaning : `${meaning} (${standard})`),
    ),
  ].join('\n');
}
