import { useKit } from '../../hooks/useKit.ts'
import { useOnceOnline } from '../../hooks/useOnline.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useRouter } from '../router.ts'
import { AmountCard } from './AmountCard.tsx'
import { keyOf, Offers } from './Offers.tsx'
import css from './onramp.css?inline'
import { messages } from './messages.ts'
import { MethodPicker } from './MethodPicker.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import { openProviderWindow } from './providerWindow.ts'
import { OptionsSkeleton } from './OptionsSkeleton.tsx'
import { TokenRow } from './TokenRow.tsx'
import { useContinueLabel } from './useContinueLabel.ts'
import { useOnrampForm } from './useOnrampForm.ts'

/**
 * The form to buy tokens: the token, the amount of money, the offers of all providers, and the
 * button that continues with the chosen offer.
 */
export default function OnRampProvidersView() {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const form = useOnrampForm()
  const { known, token, currency, method, quotes, isOutage, chosen, set } = form
  const label = useContinueLabel(form)
  useOnceOnline(isOutage, quotes.retry)

  // After a disconnection this screen is empty until the modal shows another one.
  if (!form.isConnected) return <Screen title={t('title')}>{null}</Screen>
  if (known.status === 'pending')
    return (
      <Screen title={t('title')}>
        <OptionsSkeleton />
      </Screen>
    )
  if (!token || !currency)
    return (
      <Screen title={t('title')}>
        <OpenOrders />
        <NothingToBuy isOutage={known.options.isDefault} onRetry={known.retry} />
      </Screen>
    )

  const canPress = isOutage || chosen !== undefined

  function press() {
    if (isOutage) return quotes.retry()
    if (!chosen) return
    openProviderWindow(kit) // browsers open a window only during the press
    router.push('BuyInProgress', { quote: chosen })
  }

  return (
    <Screen
      title={t('title')}
      footer={
        <Button
          variant={canPress ? 'primary' : 'secondary'}
          aria-disabled={!canPress || undefined}
          onClick={press}
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
          press()
        }}
      >
        <AmountCard form={form} currency={currency} />
        <TokenRow token={token} />
        <MethodPicker
          methods={currency.methods}
          chosen={method?.id}
          onChoose={(id) => set({ method: id })}
        />
        <button type="submit" hidden aria-label={label} />
      </form>
      <Offers quotes={quotes} chosen={chosen} onChoose={(quote) => set({ offer: keyOf(quote) })} />
    </Screen>
  )
}

/** Shown instead of the form if there are no tokens to buy, or if the service cannot be reached. */
function NothingToBuy({ isOutage, onRetry }: { isOutage: boolean; onRetry: () => void }) {
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const reason = isOutage ? 'unavailable' : 'nothing'
  return (
    <Notice
      icon={isOutage ? 'warning' : 'info'}
      title={t(`${reason}Title`)}
      action={
        <Button data-autofocus="" onClick={onRetry}>
          {common('retry')}
        </Button>
      }
    >
      {t(`${reason}Text`)}
    </Notice>
  )
}
