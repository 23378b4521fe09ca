import { createSpeech, type Speech as SpeechOf } from '@latchkey/words/createSpeech'
import { messages } from './messages.ts'
import * as translations from './translations.ts'

/** A language of mails and pages. */
export type Speech = SpeechOf<(typeof messages)['texts']>

/** The texts in a language. @param locale null: English */
export const sayIn = createSpeech(messages, translations)
