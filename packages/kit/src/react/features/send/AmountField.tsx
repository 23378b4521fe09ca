import type { Currency } from '@latchkey/protocol/currencies'
import { useEffect, useState } from 'react'
import type { Balance } from '../../../core/contracts/balance.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { maxSendable } from '../../../domains/send/maxSendable.ts'
import type { ParsedAmount } from '../../../domains/send/amount/parseAmount.ts'
import { writtenAmount } from '../../../domains/send/amount/writtenAmount.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { formatFiat, formatQuantity } from '../../account/formatAmount.ts'
import { AmountAvailable, AmountBox, AmountLine } from '@latchkey/ui/amount/AmountBox.tsx'
import { AmountInput } from '@latchkey/ui/amount/AmountFigure.tsx'
import { TokenButton } from '@latchkey/ui/amount/TokenButton.tsx'
import { useRouter } from '../router.ts'
import { formatExact } from '../../account/formatExact.ts'
import { messages } from './messages.ts'
import type { Costs } from './useCosts.ts'
import { TurnIcon } from './TurnIcon.tsx'
import { useSetDraft } from './useDraft.ts'
import { useMoney } from './useMoney.ts'
import { amountOf } from './useSendTokens.ts'

type Props = {
  text: string
  /** The text of the money field; undefined while the amount itself is entered. */
  money: string | undefined
  parsed: ParsedAmount
  token: Balance
  costs: Costs
  /** The currency of the token's price. */
  currency: Currency
  isPending: boolean
  /** Whether the chosen token is no longer available. */
  isRemoved: boolean
}

/** The fields of amount and token, with the amount's value and the balance. */
export function AmountField({
  text,
  money,
  parsed,
  token,
  costs: { fee, spendable },
  currency,
  isPending,
  isRemoved,
}: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const router = useRouter()
  const set = useSetDraft()
  const { id: tokenId, symbol, price, decimals } = token
  const [wantsMax, setWantsMax] = useState(false)
  const worth = useMoney(token, money, parsed, currency)
  const shown = worth?.text ?? text
  const isMoney = worth?.text !== undefined
  const typed = worth?.parsed ?? parsed
  const fault = typed.status === 'refused' ? typed.fault : undefined
  const isTooMuch =
    spendable !== undefined && parsed.status === 'amount' && parsed.amount > spendable.held
  const amount = parsed.status === 'amount' ? parsed.amount : 0n
  const max =
    spendable &&
    (token.address !== undefined ? spendable.held : fee && maxSendable(spendable.held, fee))

  // a press before the maximum is known enters it as soon as it is
  useEffect(() => {
    if (!wantsMax || max === undefined) return
    setWantsMax(false)
    set({ amount: writtenAmount(formatUnits(max, decimals), locale), tokenId })
  }, [wantsMax, max, decimals, locale, tokenId, set])

  return (
    <AmountBox isInvalid={fault !== undefined || isTooMuch || isRemoved}>
      <AmountLine>
        {isMoney && (
          <span className="send-unit" aria-hidden="true">
            {worth.unit}
          </span>
        )}
        <AmountInput
          text={shown}
          label={isMoney ? `${t('amount')}, ${worth.unit}` : t('amount')}
          note="send-amount-note"
          isInvalid={fault !== undefined}
          onChange={(entered) => {
            setWantsMax(false)
            if (isMoney) worth.enter(entered)
            else set({ amount: entered, tokenId })
          }}
        />
        <TokenButton
          token={token}
          label={t('token', { token: symbol })}
          onChoose={() => router.push('SendSelectToken', { tokenId })}
        />
      </AmountLine>
      <AmountLine isSmall>
        <span className="send-worth">
          <span className="amount-note" id="send-amount-note" role="status">
            {isRemoved ? (
              t('tokenGone')
            ) : fault ? (
              t(
                fault === 'tooLarge' ? 'notANumber' : fault,
                isMoney
                  ? { token: worth.unit, count: worth.digits }
                  : { token: symbol, count: decimals },
              )
            ) : (
              <bdi>
                {isMoney
                  ? `${formatExact(formatUnits(amount, decimals), locale)} ${symbol}`
                  : worthOf(parsed, decimals, price, locale, currency)}
              </bdi>
            )}
          </span>
          {worth && !isRemoved && (
            <button
              type="button"
              className="amount-most"
              aria-label={t('enterIn', { unit: isMoney ? symbol : worth.unit })}
              onClick={worth.turn}
            >
              <TurnIcon />
            </button>
          )}
        </span>
        <AmountAvailable
          text={
            isPending
              ? undefined
              : t('available', {
                  amount: formatQuantity(
                    formatUnits(spendable?.held ?? amountOf(token), decimals),
                    locale,
                  ),
                })
          }
          max={t('max')}
          onMax={() => setWantsMax(true)}
        />
      </AmountLine>
    </AmountBox>
  )
}

function worthOf(
  parsed: ParsedAmount,
  decimals: number,
  price: number | undefined,
  locale: string,
  currency: Currency,
): string {
  if (!price || parsed.status === 'refused') return ''
  // only a value next to the exact amount; it is never sent
  return formatFiat(
    parsed.status === 'amount' ? Number(formatUnits(parsed.amount, decimals)) * price : 0,
    locale,
    currency,
  )
}
