import type { Currency } from '@latchkey/protocol/currencies'
import type { SwapOrder, SwapToken } from '../../../../core/contracts/facets/swap.ts'
import type { PreparedSwap } from '../../../../domains/swap/prepareSwap.lazy.ts'
import { formatFiat } from '../../../account/formatAmount.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Outline } from '@latchkey/ui/icons.tsx'
import { tokenSubject } from '@latchkey/ui/subject.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { exactText, sumText } from '../amountTexts.ts'
import { messages as swapMessages } from '../messages.ts'
import { worthOf } from '../useSwap.ts'

type Props = {
  order: SwapOrder
  prepared: PreparedSwap | undefined
  prices: { from: number | undefined; to: number | undefined }
  currency: Currency
}

/** The exact amount to pay, and the expected amount to receive. */
export function Sides({ order: { from, to, amount }, prepared, prices, currency }: Props) {
  const t = useMessages(swapMessages)
  const locale = useFormatLocale()
  const arrives = prepared && (prepared.arrives ?? prepared.offer.arrives)
  return (
    <div className="swap-sides">
      <Side
        name={t('pay')}
        token={from}
        amount={exactText(amount, from, locale)}
        worth={worthOf(amount, from, prices.from)}
        currency={currency}
      />
      <span className="swap-arrow" aria-hidden="true">
        <Outline d="M10 4v12M5 11l5 5 5-5" />
      </span>
      <Side
        name={t('get')}
        token={to}
        amount={arrives === undefined ? undefined : sumText(arrives, to, locale)}
        worth={arrives === undefined ? undefined : worthOf(arrives, to, prices.to)}
        currency={currency}
      />
    </div>
  )
}

function Side({
  name,
  token,
  amount,
  worth,
  currency,
}: {
  name: string
  token: SwapToken
  amount: string | undefined
  worth: number | undefined
  currency: Currency
}) {
  const locale = useFormatLocale()
  return (
    <div className="swap-side">
      <Picture
        name={token.symbol}
        src={token.iconUrl}
        subject={tokenSubject(token)}
        shape="round"
      />
      <div>
        <span className="swap-caption">{name}</span>
        {amount === undefined ? (
          <span className="skeleton swap-skeleton" data-sum="" />
        ) : (
          <bdi className="swap-sum">{amount}</bdi>
        )}
      </div>
      {worth !== undefined && (
        <bdi className="swap-caption">{formatFiat(worth, locale, currency)}</bdi>
      )}
    </div>
  )
}
