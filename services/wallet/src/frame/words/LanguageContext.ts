import { createContext } from 'react'
import type { Language } from '@latchkey/words/createLanguage'

/**
 * The language of the rendering wallet. Absent in tests that render a single screen, in
 * English.
 */
export const LanguageContext = createContext<Language | undefined>(undefined)
