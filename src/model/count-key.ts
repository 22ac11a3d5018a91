/** Returns the key of the related-item count: `orders` → `orders_connection`. */
export const countKey = (relationship: string): string => `${relationship}_connection`;
