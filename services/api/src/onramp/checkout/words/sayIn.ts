import { browserLocale, createSpeech, type Speech as SpeechOf } from '@latchkey/words/createSpeech'
import { messages } from './messages.ts'
import * as translations from './translations.ts'

/** The language of a page. */
export type Speech = SpeechOf<(typeof messages)['texts']>

const sayIn = createSpeech(messages, translations)

/** The texts in the first language of a browser that is spoken here. @param header `Accept-Language` */
export const sayFor = (header: string | undefined): Speech => sayIn(browserLocale(header))
