import { nameOf } from '../../../onramp/providers.ts'
import type { Translate } from '@latchkey/words/messages'
import type { messages } from './messages.ts'

/** Payment methods by the words of APIs. */
const known = [
  ['card', /card/i],
  ['bank', /bank|ach|sepa|wire/i],
] as const
/** Those whose names are the same in every language. */
const brands = [
  ['Apple Pay', /apple/i],
  ['Google Pay', /google/i],
  ['PayPal', /paypal/i],
] as const

/** The name of a payment method; an unknown one by the API's own word. */
export function methodName(id: string, t: Translate<(typeof messages)['texts']>): string {
  const word = known.find(([, form]) => form.test(id))?.[0]
  return brands.find(([, form]) => form.test(id))?.[0] ?? (word ? t(word) : nameOf(id))
}
