/** The response key of the number of related items: `orders` → `orders_connection`. */
export const countKey = (relationship: string): string => `${relationship}_connection`;
