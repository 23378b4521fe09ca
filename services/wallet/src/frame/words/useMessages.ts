import type { Catalogue, Messages } from '@latchkey/words/messages'
import { use, useSyncExternalStore } from 'react'
import { LanguageContext } from './LanguageContext.ts'

/** The texts of a catalogue in the visitor's language; draws again when that changes. */
export function useMessages<messages extends Messages>(catalogue: Catalogue<messages>): messages {
  const language = use(LanguageContext)
  return useSyncExternalStore(
    language?.subscribe ?? subscribeNever,
    () => language?.words(catalogue) ?? catalogue.texts,
  )
}

/** For English alone. */
export const subscribeNever = () => () => {}
