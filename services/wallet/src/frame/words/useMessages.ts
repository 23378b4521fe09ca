import type { Catalogue, Messages } from '@latchkey/words/messages'
import { use, useSyncExternalStore } from 'react'
import { LanguageContext } from './LanguageContext.ts'

/**
 * The texts of a catalogue in the visitor's language. The component renders again when the language
 * changes.
 */
export function useMessages<messages extends Messages>(catalogue: Catalogue<messages>): messages {
  const language = use(LanguageContext)
  return useSyncExternalStore(
    language?.subscribe ?? subscribeNever,
    () => language?.words(catalogue) ?? catalogue.texts,
  )
}

/** Subscribes to nothing: without a language, all texts are English. */
export const subscribeNever = () => () => {}
