/** What a test says to PostgreSQL, in T-SQL: as far as tests go that run there. */
export const sqlserverWords = (text: string): string =>
  text
    .replaceAll(/\bint primary key generated (?:always|by default) as identity/g, 'int identity primary key')
    .replaceAll(/\bserial\b/g, 'int identity')
    .replaceAll(/\btext\b/g, 'nvarchar(400)')
    .replaceAll(/\bvarchar\b/g, 'nvarchar')
    .replaceAll(/\bnumeric\b(?! *\()/g, 'decimal(30, 6)')
    .replaceAll(/\bboolean\b/g, 'bit')
    // A time as text, in the order of ISO 8601.
    .replaceAll(/\bcast\((\w+) as char\(19\)\)/g, 'convert(char(19), $1, 120)')
    .replaceAll(/\btrue\b/g, '1')
    .replaceAll(/\bfalse\b/g, '0')
    .replaceAll(/\buuid\b/g, 'uniqueidentifier')
    .replaceAll(/\btimestamptz\b/g, 'datetimeoffset')
    .replaceAll(/\bjsonb?\b/g, 'nvarchar(max)');
