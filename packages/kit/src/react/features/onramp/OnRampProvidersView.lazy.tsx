import { readMoney } from '../../../domains/send/amount/readMoney.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { limitFaultOf } from '../../../domains/onramp/limits.ts'
import type { OnrampQuote } from '../../../domains/onramp/quotes.lazy.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useOnceOnline } from '../../hooks/useOnline.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useRouter } from '../router.ts'
import { useMemory } from '../useMemory.ts'
import { AmountCard } from './AmountCard.tsx'
import { onrampDraft } from './draft.ts'
import type { OnrampDraft } from './draft.ts'
import { keyOf, Offers } from './Offers.tsx'
import css from './onramp.css?inline'
import { messages } from './messages.ts'
import { MethodPicker } from './MethodPicker.tsx'
import { digitsOf, formatMoney } from './money.ts'
import { OpenOrders } from './OpenOrders.tsx'
import { openProviderWindow } from './providerWindow.ts'
import { OptionsSkeleton } from './OptionsSkeleton.tsx'
import { TokenRow } from './TokenRow.tsx'
import { choiceOf, useOptions } from './useOptions.ts'
import { useQuotes } from './useQuotes.ts'

/**
 * The form of a purchase: the token, the amount of money, the offers of all providers, and the
 * button for the chosen one.
 */
export default function OnRampProvidersView() {
  useStyles(css)
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const kit = useKit()
  const router = useRouter()
  const locale = useFormatLocale()
  const { networkId } = useNetwork()
  const isConnected = 'account' in useAccount()
  const [draft, setDraft] = useMemory(onrampDraft)
  const known = useOptions()
  const options = known.status === 'there' ? known.options : undefined
  const { token, currency, method } = choiceOf(options, draft, networkId)
  const digits = currency ? digitsOf(currency.id) : 2
  const parsed = readMoney(draft.amount ?? '', currency?.id ?? 'USD', digits, locale)
  const amount =
    parsed.status === 'amount' && parsed.amount > 0n
      ? formatUnits(parsed.amount, digits)
      : undefined
  const limit =
    options && currency && amount !== undefined
      ? limitFaultOf(options, { currency: currency.id, method: method?.id, amount })
      : undefined
  const quotes = useQuotes(
    isConnected && token && currency && amount !== undefined && !limit
      ? {
          amount,
          currency: currency.id,
          symbol: token.symbol,
          networkId: token.networkId,
          ...(method && { method: method.id }),
        }
      : undefined,
  )
  const offers = quotes.status === 'there' ? quotes.offers : undefined
  const chosen =
    offers?.quotes.find((quote) => keyOf(quote) === draft.offer && !quote.isEstimate) ??
    offers?.quotes.find(({ isEstimate }) => !isEstimate)
  /** Set if less than the entered amount can be bought now. */
  const max = chosen ? undefined : offers?.most
  useOnceOnline(offers?.outage !== undefined, quotes.retry)

  // until the modal shows another screen
  if (!isConnected) return <Screen title={t('title')}>{null}</Screen>
  if (known.status === 'pending')
    return (
      <Screen title={t('title')}>
        <OptionsSkeleton />
      </Screen>
    )
  if (!token || !currency) {
    const isOutage = known.options.isDefault
    return (
      <Screen title={t('title')}>
        <OpenOrders />
        <Notice
          icon={isOutage ? 'warning' : 'info'}
          title={t(isOutage ? 'unavailableTitle' : 'nothingTitle')}
          action={
            <Button data-autofocus="" onClick={known.retry}>
              {common('retry')}
            </Button>
          }
        >
          {t(isOutage ? 'unavailableText' : 'nothingText')}
        </Notice>
      </Screen>
    )
  }

  const set = (changes: OnrampDraft) => setDraft({ ...draft, ...changes })
  const isOutage = offers?.outage !== undefined
  const label =
    parsed.status === 'refused' || amount === undefined
      ? t('enterAmount')
      : limit
        ? t(limit.fault, {
            limit: formatMoney(limit.limit, currency.id, locale, { isShort: true }),
          })
        : quotes.status === 'asking'
          ? t('asking')
          : isOutage
            ? common('retry')
            : chosen
              ? t('continue', { provider: chosen.provider.name })
              : max !== undefined
                ? t('tooMuch', { limit: formatMoney(max, currency.id, locale) })
                : t('noOffersTitle')
  const canPress = isOutage || chosen !== undefined

  function press(quote: OnrampQuote | undefined) {
    if (isOutage) return quotes.retry()
    if (!quote || quote.isEstimate) return
    openProviderWindow(kit) // a browser opens windows only inside the press
    router.push('BuyInProgress', { quote })
  }

  return (
    <Screen
      title={t('title')}
      footer={
        <Button
          variant={canPress ? 'primary' : 'secondary'}
          aria-disabled={!canPress || undefined}
          onClick={() => press(chosen)}
        >
          {label}
        </Button>
      }
    >
      <OpenOrders />
      <form
        className="onramp"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          press(chosen)
        }}
      >
        <AmountCard
          text={draft.amount ?? ''}
          parsed={parsed}
          currency={currency}
          method={method}
          isOverLimit={limit !== undefined || max !== undefined}
          max={max}
          onChange={(text) => set({ amount: text })}
        />
        <TokenRow token={token} />
        {currency.methods.length > 1 && (
          <MethodPicker
            methods={currency.methods}
            chosen={method?.id}
            onChoose={(id) => set({ method: id })}
          />
        )}
        <button type="submit" hidden aria-label={label} />
      </form>
      <Offers quotes={quotes} chosen={chosen} onChoose={(quote) => set({ offer: keyOf(quote) })} />
    </Screen>
  )
}
