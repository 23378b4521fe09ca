/**
 * Returns the API's sentence about an amount that is too large at the moment, with the max amount.
 * It becomes the `description` of a refusal, because the API's refusals have no field for the
 * amount: people can read the sentence, and a kit reads the amount from it. `max` is the whole
 * payment, as a decimal string with two decimals such as `49.10`.
 */
export const onrampMaxText = (max: string, currency: string): string =>
  `There is not as much of this currency now: at most ${max} ${currency}`

/** Reads the amount from {@link onrampMaxText} for this currency; undefined for any other text. */
export function readOnrampMax(description: string, currency: string): string | undefined {
  const [, max, named] = /: at most (\d{1,12}\.\d{2}) ([A-Z]{3})$/.exec(description) ?? []
  return named === currency ? max : undefined
}
