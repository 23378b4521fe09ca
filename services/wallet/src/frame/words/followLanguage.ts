import { directionOf } from '@latchkey/protocol/locale'
import type { Language } from '@latchkey/words/createLanguage'

/**
 * Sets the language and the writing direction of a document to those of its texts.
 * @returns a function that stops this
 */
export function followLanguage({ documentElement }: Document, language: Language): () => void {
  const write = () => {
    documentElement.lang = language.locale()
    documentElement.dir = directionOf(language.locale())
  }
  write()
  return language.subscribe(write)
}
