/**
 * The words by which the API says how much can be bought now, where more was asked for. They are a
 * refusal's `description`, as the contract has no other place for it: people who read it understand
 * it, and a kit reads the amount. `most`: all that is paid, in whole units of the currency, with
 * two digits.
 */
export const onrampMostText = (most: string, currency: string): string =>
  `There is not as much of this currency now: at most ${most} ${currency}`

/** The amount of {@link onrampMostText} in this currency; undefined for any other text. */
export function readOnrampMost(description: string, currency: string): string | undefined {
  const [, most, named] = /: at most (\d{1,12}\.\d{2}) ([A-Z]{3})$/.exec(description) ?? []
  return named === currency ? most : undefined
}
