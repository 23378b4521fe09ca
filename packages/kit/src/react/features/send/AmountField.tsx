import type { Currency } from '@latchkey/protocol/currencies'
import { useEffect, useState } from 'react'
import type { Balance } from '../../../core/contracts/balance.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { maxSendable } from '../../../domains/send/maxSendable.ts'
import type { AmountFault, ParsedAmount } from '../../../domains/send/amount/parseAmount.ts'
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
  /** The text of the field for money; undefined while the visitor enters an amount of the token. */
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

/** The fields for the amount and the token, with the amount's value and the account's balance. */
export function AmountField({
  text,
  money,
  parsed,
  token,
  costs,
  currency,
  isPending,
  isRemoved,
}: Props) {
  const t = useMessages(messages)
  const router = useRouter()
  const set = useSetDraft()
  const { id: tokenId, symbol } = token
  const [enterMax, cancelMax] = useMax(token, costs)
  const worth = useMoney(token, money, parsed, currency)
  const typed = worth?.parsed ?? parsed
  const fault = typed.status === 'refused' ? typed.fault : undefined
  const { spendable } = costs
  const isTooMuch =
    spendable !== undefined && parsed.status === 'amount' && parsed.amount > spendable.held

  function enter(entered: string) {
    cancelMax()
    if (worth?.text !== undefined) worth.enter(entered)
    else set({ amount: entered, tokenId })
  }

  return (
    <AmountBox isInvalid={fault !== undefined || isTooMuch || isRemoved}>
      <AmountLine>
        <AmountEntry text={text} worth={worth} isInvalid={fault !== undefined} onEnter={enter} />
        <TokenButton
          token={token}
          label={t('token', { token: symbol })}
          onChoose={() => router.push('SendSelectToken', { tokenId })}
        />
      </AmountLine>
      <AmountLine isSmall>
        <AmountNote
          token={token}
          parsed={parsed}
          worth={worth}
          currency={currency}
          isRemoved={isRemoved}
        />
        <Available token={token} spendable={spendable} isPending={isPending} onMax={enterMax} />
      </AmountLine>
    </AmountBox>
  )
}

/**
 * Returns a function that enters the maximum amount: the balance, for the native token less the
 * fee. If the maximum is not known yet, it is entered as soon as it is known. The second function
 * cancels that.
 */
function useMax(
  { id: tokenId, address, decimals }: Balance,
  { fee, spendable }: Costs,
): [enter: () => void, cancel: () => void] {
  const locale = useFormatLocale()
  const set = useSetDraft()
  const [isWanted, setWanted] = useState(false)
  const max =
    spendable && (address !== undefined ? spendable.held : fee && maxSendable(spendable.held, fee))
  useEffect(() => {
    if (!isWanted || max === undefined) return
    setWanted(false)
    set({ amount: writtenAmount(formatUnits(max, decimals), locale), tokenId })
  }, [isWanted, max, decimals, locale, tokenId, set])
  return [() => setWanted(true), () => setWanted(false)]
}

type Worth = ReturnType<typeof useMoney>

/** The field in which the visitor enters an amount of the token, or money. */
function AmountEntry({
  text,
  worth,
  isInvalid,
  onEnter,
}: {
  text: string
  worth: Worth
  isInvalid: boolean
  onEnter: (text: string) => void
}) {
  const t = useMessages(messages)
  const unit = worth?.text === undefined ? undefined : worth.unit
  return (
    <>
      {unit !== undefined && (
        <span className="send-unit" aria-hidden="true">
          {unit}
        </span>
      )}
      <AmountInput
        text={worth?.text ?? text}
        label={unit === undefined ? t('amount') : `${t('amount')}, ${unit}`}
        note="send-amount-note"
        isInvalid={isInvalid}
        onChange={onEnter}
      />
    </>
  )
}

/** The account's balance, and a button that enters the maximum amount. */
function Available({
  token,
  spendable,
  isPending,
  onMax,
}: {
  token: Balance
  spendable: Costs['spendable']
  isPending: boolean
  onMax: () => void
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const held = formatUnits(spendable?.held ?? amountOf(token), token.decimals)
  return (
    <AmountAvailable
      text={isPending ? undefined : t('available', { amount: formatQuantity(held, locale) })}
      max={t('max')}
      onMax={onMax}
    />
  )
}

type NoteProps = Pick<Props, 'token' | 'parsed' | 'currency' | 'isRemoved'> & { worth: Worth }

/**
 * The note below the field. It shows what is wrong with the entered text. Otherwise it shows the
 * amount in the other unit (money or token), with a button that switches between the two.
 */
function AmountNote({
  token: { symbol, decimals, price },
  parsed,
  worth,
  currency,
  isRemoved,
}: NoteProps) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const isMoney = worth?.text !== undefined
  const typed = worth?.parsed ?? parsed
  const amount = formatUnits(parsed.status === 'amount' ? parsed.amount : 0n, decimals)

  function faultOf(fault: AmountFault): string {
    return t(
      fault === 'tooLarge' ? 'notANumber' : fault,
      isMoney ? { token: worth.unit, count: worth.digits } : { token: symbol, count: decimals },
    )
  }

  function textOf(): string {
    if (isMoney) return `${formatExact(amount, locale)} ${symbol}`
    // a rounded value, only shown beside the exact amount; it is never sent
    return price ? formatFiat(Number(amount) * price, locale, currency) : ''
  }

  return (
    <span className="send-worth">
      <span className="amount-note" id="send-amount-note" role="status">
        {isRemoved ? (
          t('tokenGone')
        ) : typed.status === 'refused' ? (
          faultOf(typed.fault)
        ) : (
          <bdi>{textOf()}</bdi>
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
  )
}
