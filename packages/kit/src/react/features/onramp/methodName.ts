import { nameOf } from '../../../domains/onramp/providers.lazy.ts'
import type { Translate } from '@latchkey/words/messages'
import type { messages } from './messages.ts'

/** Payment methods with a translated name. Each API has its own ids, so patterns recognize them. */
const known = [
  ['card', /card/i],
  ['bank', /bank|ach|sepa|wire/i],
] as const
/** Payment methods whose name is the same in every language. */
const brands = [
  ['Apple Pay', /apple/i],
  ['Google Pay', /google/i],
  ['PayPal', /paypal/i],
] as const

/** Returns the name of a payment method; an unknown method gets a name from the API's own id. */
export function methodName(id: string, t: Translate<(typeof messages)['texts']>): string {
  const word = known.find(([, form]) => form.test(id))?.[0]
  return brands.find(([, form]) => form.test(id))?.[0] ?? (word ? t(word) : nameOf(id))
}
