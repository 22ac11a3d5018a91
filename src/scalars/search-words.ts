/** The words of a search text: what white space parts. */
export const searchWords = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
