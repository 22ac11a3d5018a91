const FUNCTION =
  /create function (\w+|"[^"]+")(\([^)]*\)) returns (\w+) language sql stable as '((?:''|[^'])*)'(?:;|(?=\n|$))/g;

/** Up to the next semicolon. */
const VIEW = /create view [^;]*(?:;|$)/g;

/**
 * Statements that need their own batch: functions and views. `create function one() returns int language sql stable as
 * 'select 1'` → `create function one() returns int as begin return (select 1) end`
 */
export const sqlserverRoutines = (text: string): string =>
  text
    .replaceAll(FUNCTION, (_, name: string, parameters: string, type: string, body: string) => {
      const names = [...parameters.matchAll(/("[^"]+"|\w+) \w+/g)].map(([, parameter = '']) => parameter);
      const renamed = names.reduce(
        (words, parameter) =>
          words.replaceAll(
            new RegExp(/^\w/.test(parameter) ? `\\b${parameter}\\b` : parameter, 'g'),
            variableOf(parameter),
          ),
        body.replaceAll("''", "'"),
      );
      const declared = parameters.replaceAll(
        /("[^"]+"|\w+) (\w+)/g,
        (_, parameter, of) => `${variableOf(parameter)} ${of}`,
      );
      return `\ngo\ncreate function ${name}${declared} returns ${type} as begin return (${renamed}) end\ngo\n`;
    })
    .replaceAll(VIEW, '\ngo\n$&\ngo\n');

/** Variables cannot be quoted. */
const variableOf = (parameter: string): string => `@${parameter.replaceAll(/\W/g, '_').replace(/^_(.*)_$/, '$1')}`;
