import {
  browserLocale,
  createTranslators,
  type Translator as TranslatorOf,
} from '@latchkey/words/createTranslators'
import { messages } from './messages.ts'
import * as translations from './translations.ts'

/** Translates the texts of the sandbox's pages into one language. */
export type Translator = TranslatorOf<(typeof messages)['texts']>

const translatorIn = createTranslators(messages, translations)

/**
 * The translator for the first of the browser's languages that the sandbox has texts for.
 * @param header the header `Accept-Language`
 */
export const translatorFor = (header: string | undefined): Translator =>
  translatorIn(browserLocale(header))
