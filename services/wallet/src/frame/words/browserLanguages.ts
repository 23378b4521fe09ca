/**
 * The languages that the browser prefers, as it names them, which is not always as BCP 47 has them;
 * none where it names none.
 */
export const browserLanguages = (): readonly string[] => navigator.languages ?? []
