import { createContext } from 'react'
import type { Language } from '@latchkey/words/createLanguage'

/**
 * The language of the wallet that draws. Absent in tests that draw a screen by itself, which are
 * English.
 */
export const LanguageContext = createContext<Language | undefined>(undefined)
