/** `utf8mb3_general_ci` → `utf8mb3` */
export const characterSetOf = (collation: string): string => collation.replace(/_.*$/, '');
