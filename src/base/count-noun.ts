/** Formats `1 entity` or `2 entities`. */
export const countNoun = (number: number, singular: string, plural = `${singular}s`): string =>
  `${number} ${number === 1 ? singular : plural}`;
