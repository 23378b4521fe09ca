/**
 * The sentence of the API about an amount that is currently too large, with the max amount. It is
 * the `description` of a refusal, because the contract has no other field for it: people can read
 * it, and a kit reads the amount. `max`: the whole payment, in whole units of the currency, with
 * two digits.
 */
export const onrampMaxText = (max: string, currency: string): string =>
  `There is not as much of this currency now: at most ${max} ${currency}`

/** The amount in {@link onrampMaxText} for this currency; undefined for any other text. */
export function readOnrampMax(description: string, currency: string): string | undefined {
  const [, max, named] = /: at most (\d{1,12}\.\d{2}) ([A-Z]{3})$/.exec(description) ?? []
  return named === currency ? max : undefined
}
