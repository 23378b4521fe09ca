import type { Currency } from '@latchkey/protocol/currencies'
import type { Balance } from '../../../core/contracts/balance.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { ParsedAmount } from '../../../domains/send/amount/parseAmount.ts'
import { readMoney } from '../../../domains/send/amount/readMoney.ts'
import { writtenAmount } from '../../../domains/send/amount/writtenAmount.ts'
import {
  canConvert,
  formatMoney,
  moneyDecimals,
  tokensFor,
  worthOf,
} from '../../../domains/send/worth.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { minShown } from '../../account/formatAmount.ts'
import { useSetDraft } from './useDraft.ts'

/**
 * Lets the visitor enter an amount as money. It is converted to an amount of the token, rounded
 * down, at the moment of typing; later prices do not change it.
 * @param money the text of the field for money; undefined while the visitor enters an amount
 * @returns undefined if the token has no price
 */
export function useMoney(
  { id: tokenId, price, decimals }: Balance,
  money: string | undefined,
  amount: ParsedAmount,
  currency: Currency,
) {
  const locale = useFormatLocale()
  const set = useSetDraft()
  if (!canConvert(price)) return undefined
  const digits = Math.round(-Math.log10(minShown(currency)))
  return {
    unit: currency.toUpperCase(),
    digits,
    text: money,
    parsed: money === undefined ? amount : readMoney(money, currency, digits, locale),
    enter(text: string) {
      const parsed = readMoney(text, currency, digits, locale)
      const bought =
        parsed.status === 'amount'
          ? tokensFor(parsed.amount * 10n ** BigInt(moneyDecimals - digits), price, decimals)
          : undefined
      set({
        tokenId,
        money: text,
        amount: bought === undefined ? '' : writtenAmount(formatUnits(bought, decimals), locale),
      })
    },
    /** Switches between token and money in the field; the amount does not change. */
    turn: () =>
      set({
        tokenId,
        money:
          money !== undefined
            ? undefined
            : amount.status === 'amount'
              ? writtenAmount(formatMoney(worthOf(amount.amount, price, decimals), digits), locale)
              : '',
      }),
  }
}
