/** Converts `orders` → `orders_connection`. */
export const countKey = (relationship: string): string => `${relationship}_connection`;
