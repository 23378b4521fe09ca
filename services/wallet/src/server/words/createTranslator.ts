import {
  createTranslators,
  type Translator as TranslatorOf,
} from '@latchkey/words/createTranslators'
import { messages } from './messages.ts'
import * as translations from './translations.ts'

/** A language of mails and pages. */
export type Translator = TranslatorOf<(typeof messages)['texts']>

/** The texts in a language. @param locale null: English */
export const createTranslator = createTranslators(messages, translations)
