import { formatUnits } from 'viem'
import { textOfCents } from '@latchkey/server/cents'
import type { Terms } from '../../orders/stepOrder.ts'
import type { Translator } from '../words/translatorFor.ts'

/** The tag with which `Intl` writes figures: with Latin digits, as the kit's screens do. */
const tagOf = ({ locale }: Translator) => `${locale}-u-nu-latn`

/** Maximum of decimals in a text. */
const shown = 6

/** An amount of money in a language. */
export const moneyText = (speech: Translator, cents: string, currency: string): string =>
  new Intl.NumberFormat(tagOf(speech), { style: 'currency', currency }).format(
    Number(textOfCents(BigInt(cents))),
  ) // at most 15 digits

/** The bought amount, with few digits. A smaller amount has all of them. */
export function tokensText(speech: Translator, { amount, decimals, symbol }: Terms): string {
  const [whole = '0', part = ''] = formatUnits(BigInt(amount), decimals).split('.')
  const first = part.search(/[1-9]/)
  const shownPart =
    whole === '0' && first >= shown ? part.slice(0, first + 2) : part.slice(0, shown)
  const number = new Intl.NumberFormat(tagOf(speech), { maximumFractionDigits: 20 }).format(
    `${whole}.${shownPart || '0'}` as `${number}`,
  ) // digits only
  return `${number} ${symbol}`
}

/** The price of one token before fees. */
export function priceText(
  speech: Translator,
  { cents, transactionFee, networkFee, amount, decimals, symbol, currency }: Terms,
): string {
  const remaining = Number(BigInt(cents) - BigInt(transactionFee) - BigInt(networkFee)) / 100
  const price = remaining / Number(formatUnits(BigInt(amount), decimals))
  const money = new Intl.NumberFormat(tagOf(speech), {
    style: 'currency',
    currency,
    maximumSignificantDigits: 6,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    roundingPriority: 'morePrecision',
  }).format(price)
  return `${money} / ${symbol}`
}

/** An address with its middle left out. */
export const shortAddress = (address: string) => `${address.slice(0, 8)}…${address.slice(-6)}`
