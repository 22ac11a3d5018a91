const FUNCTION =
  /create function (\w+|"[^"]+")(\([^)]*\)) returns (\w+) language sql stable as '((?:''|[^'])*)'(?=;|\n|$)/g;

/**
 * `create function one() returns int language sql stable as 'select 1'` →
 * `create function one() returns int reads sql data return (select 1)`
 */
export const mysqlRoutines = (text: string): string =>
  text.replaceAll(
    FUNCTION,
    (_, name: string, parameters: string, type: string, body: string) =>
      `create function ${name}${parameters} returns ${type} reads sql data return (${body.replaceAll("''", "'")})`,
  );
