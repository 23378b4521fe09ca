import { formatUnits } from 'viem'
import { textOfCents } from '@latchkey/server/cents'
import type { Terms } from '../../orders/stepOrder.ts'
import type { Translator } from '../words/translatorFor.ts'

/** The language tag for numbers of `Intl`: digits are Latin, as in the kit's screens. */
const tagOf = ({ locale }: Translator) => `${locale}-u-nu-latn`

/** Maximum of decimals of a shown amount. */
const shown = 6

/** An amount of money, written in the language of the page. */
export const moneyText = (speech: Translator, cents: string, currency: string): string =>
  new Intl.NumberFormat(tagOf(speech), { style: 'currency', currency }).format(
    Number(textOfCents(BigInt(cents))),
  ) // exact, because an amount has at most 15 digits

/** The bought amount with at most 6 decimals. An amount that would be shown as zero has more. */
export function tokensText(speech: Translator, { amount, decimals, symbol }: Terms): string {
  const [whole = '0', part = ''] = formatUnits(BigInt(amount), decimals).split('.')
  const first = part.search(/[1-9]/)
  const shownPart =
    whole === '0' && first >= shown ? part.slice(0, first + 2) : part.slice(0, shown)
  const number = new Intl.NumberFormat(tagOf(speech), { maximumFractionDigits: 20 }).format(
    `${whole}.${shownPart || '0'}` as `${number}`,
  ) // the text has only digits and a point
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
