/** The member that tells the number of related items. */
export const countKey = (relationship: string): string => `${relationship}_connection`;
