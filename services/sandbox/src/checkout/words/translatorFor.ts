import {
  browserLocale,
  createTranslators,
  type Translator as TranslatorOf,
} from '@latchkey/words/createTranslators'
import { messages } from './messages.ts'
import * as translations from './translations.ts'

/** The language of a page. */
export type Translator = TranslatorOf<(typeof messages)['texts']>

const translatorIn = createTranslators(messages, translations)

/**
 * The texts in the first language of a browser that is spoken here.
 * @param header `Accept-Language`
 */
export const translatorFor = (header: string | undefined): Translator =>
  translatorIn(browserLocale(header))
