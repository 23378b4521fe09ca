/**
 * The browser's preferred languages in its own notation, which is not always BCP 47; empty
 * where it gives none.
 */
export const browserLanguages = (): readonly string[] => navigator.languages ?? []
