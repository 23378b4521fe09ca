/** The English texts of one folder. `scope` is their key in the other languages. */
export type Catalogue<
  texts extends Record<string, string> = Record<string, string>,
  scope extends string = string,
> = { scope: scope; texts: texts }

/**
 * The texts of a catalogue in the shown language. The type is that of the English texts, so
 * that `fill` knows their placeholders.
 */
export type WordsOf<catalogue extends Catalogue> = catalogue['texts']

/** Declares the texts of a folder: whole sentences with named placeholders. */
export function defineMessages<
  const scope extends string,
  const texts extends Record<string, string>,
>(scope: scope, texts: texts): Catalogue<texts, scope> {
  return { scope, texts }
}
