import { nameOf } from '../../../onramp/providers.ts'
import type { Translate } from '../../i18n/messages.ts'
import type { messages } from './messages.ts'

/** Payment methods by the words of APIs. */
const known = [['apple', /apple/i], ['google', /google/i], ['card', /card/i], ['bank', /bank|ach|sepa|wire/i]] as const

/** The name of a payment method; an unknown one by the API's own word. */
export function methodName(id: string, t: Translate<(typeof messages)['texts']>): string {
  const word = known.find(([, form]) => form.test(id))?.[0]
  return word ? t(word) : nameOf(id)
}
