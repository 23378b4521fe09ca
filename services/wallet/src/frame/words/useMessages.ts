import { use, useSyncExternalStore } from 'react'
import type { Catalogue, WordsOf } from './defineMessages.ts'
import { LanguageContext } from './LanguageContext.ts'

/**
 * The texts of a catalogue in the visitor's language; renders again when the language changes.
 */
export function useMessages<catalogue extends Catalogue>(catalogue: catalogue): WordsOf<catalogue> {
  const language = use(LanguageContext)
  return useSyncExternalStore(
    language?.subscribe ?? subscribeNever,
    () => language?.words(catalogue) ?? catalogue.texts,
  )
}

/** Subscribes to nothing, for English alone. */
export const subscribeNever = () => () => {}
