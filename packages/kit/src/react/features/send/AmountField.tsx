import type { Currency } from '@latchkey/protocol/currencies'
import { useEffect, useState } from 'react'
import type { Balance } from '../../../core/balance.ts'
import { formatUnits } from '../../../core/formatUnits.ts'
import { mostOf } from '../../../send/mostOf.ts'
import type { ParsedAmount } from '../../../send/amount/parseAmount.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { formatFiat, formatQuantity } from '../../account/formatAmount.ts'
import { ChooseIcon } from '../../account/ChooseIcon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { useRouter } from '../router.ts'
import { formatExact, separatorOf } from '../../account/formatExact.ts'
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
  /** The currency of its price. */
  currency: Currency
  isPending: boolean
  /** The chosen token is not available. */
  isGone: boolean
}

/** The fields of amount and token, with the amount's value and the balance. */
export function AmountField({ text, money, parsed, token, costs: { fee, spendable }, currency, isPending, isGone }: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const router = useRouter()
  const set = useSetDraft()
  const { id: tokenId, symbol, iconUrl, price, decimals } = token
  const [wantsMost, setWantsMost] = useState(false)
  const worth = useMoney(token, money, parsed, currency)
  const shown = worth?.text ?? text
  const isMoney = worth?.text !== undefined
  const typed = worth?.parsed ?? parsed
  const fault = typed.status === 'refused' ? typed.fault : undefined
  const isTooMuch = spendable !== undefined && parsed.status === 'amount' && parsed.amount > spendable.held
  const amount = parsed.status === 'amount' ? parsed.amount : 0n
  const most = spendable && (token.address !== undefined ? spendable.held : fee && mostOf(spendable.held, fee))

  // a press before the most is known sets it as soon as it is
  useEffect(() => {
    if (!wantsMost || most === undefined) return
    setWantsMost(false)
    set({ amount: formatUnits(most, decimals).replace('.', separatorOf(locale)), tokenId })
  }, [wantsMost, most, decimals, locale, tokenId, set])

  return (
    <div className="send-amount" data-invalid={fault !== undefined || isTooMuch || isGone || undefined}>
      <div className="send-line">
        {isMoney && <span className="send-unit" aria-hidden="true">{worth.unit}</span>}
        <input
          className="send-figure"
          style={{ fontSize: Math.max(18, Math.min(32, 300 / Math.max(shown.length, 1))) }}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          aria-label={isMoney ? `${t('amount')}, ${worth.unit}` : t('amount')}
          aria-invalid={fault !== undefined}
          aria-describedby="send-amount-note"
          placeholder="0"
          value={shown}
          data-autofocus=""
          onChange={(event) => {
            setWantsMost(false)
            if (isMoney) worth.enter(event.target.value)
            else set({ amount: event.target.value, tokenId })
          }}
        />
        <button type="button" className="send-token" aria-label={t('token', { token: symbol })} onClick={() => router.push('SendSelectToken', { tokenId })}>
          <Picture name={symbol} src={iconUrl} size={24} shape="round" />
          <bdi>{symbol}</bdi>
          <ChooseIcon />
        </button>
      </div>
      <div className="send-line">
        <span className="send-worth">
          <span className="send-note" id="send-amount-note" role="status">
            {isGone ? t('tokenGone') : fault ? t(fault === 'tooLarge' ? 'notANumber' : fault, isMoney ? { token: worth.unit, count: worth.digits } : { token: symbol, count: decimals }) : <bdi>{isMoney ? `${formatExact(formatUnits(amount, decimals), locale)} ${symbol}` : worthOf(parsed, decimals, price, locale, currency)}</bdi>}
          </span>
          {worth && !isGone && (
            <button type="button" className="send-max" aria-label={t('enterIn', { unit: isMoney ? symbol : worth.unit })} onClick={worth.turn}><TurnIcon /></button>
          )}
        </span>
        {isPending ? <span className="skeleton send-skeleton" /> : (
          <span className="send-available">
            <bdi>{t('available', { amount: formatQuantity(formatUnits(spendable?.held ?? amountOf(token), decimals), locale) })}</bdi>
            <button type="button" className="send-max" onClick={() => setWantsMost(true)}>{t('max')}</button>
          </span>
        )}
      </div>
    </div>
  )
}

function worthOf(parsed: ParsedAmount, decimals: number, price: number | undefined, locale: string, currency: Currency): string {
  if (!price || parsed.status === 'refused') return ''
  // a value beside the exact amount; it is never sent
  return formatFiat(parsed.status === 'amount' ? Number(formatUnits(parsed.amount, decimals)) * price : 0, locale, currency)
}
