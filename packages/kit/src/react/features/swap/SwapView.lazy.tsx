import { readAmount } from '../../../domains/send/amount/readAmount.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useOnline } from '../../hooks/useOnline.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { useRouter } from '../router.ts'
import { UnfinishedSwapNotice } from './UnfinishedSwapNotice.tsx'
import { Details } from './details/Details.tsx'
import { formStateOf } from './formState.ts'
import type { FormState } from './formState.ts'
import type { SwapViews } from './index.ts'
import { messages } from './messages.ts'
import { GetField, PayField } from './fields/Fields.tsx'
import { FlipButton } from './fields/FlipButton.tsx'
import { UnverifiedTokens } from './UnverifiedTokens.tsx'
import css from './swap.css?inline'
import { SwapUnavailable } from './SwapUnavailable.tsx'
import { useRequestedTokens } from './useRequestedTokens.ts'
import { useSwap } from './useSwap.ts'
import type { Swap } from './useSwap.ts'
import { useSwapTokens } from './useSwapTokens.ts'
import type { SwapTokens } from './useSwapTokens.ts'
import { useUnfinishedSwap } from './useUnfinishedSwap.ts'

/**
 * The form of a swap: the amount to pay, and the amount that the best offer pays out. `params` is
 * the draft.
 */
export default function SwapView({ params: draft }: { params: SwapViews['Swap'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const locale = useFormatLocale()
  const router = useRouter()
  const isOnline = useOnline()
  const listed = useSwapTokens()
  const text = draft?.amount ?? ''
  const parsed = readAmount(text, draft?.from ?? listed.native, locale)
  const swap = useSwap(draft, parsed, listed)
  const unfinished = useUnfinishedSwap(draft, listed.tokens)
  const requested = useRequestedTokens(draft, listed)
  const state = formStateOf(swap, isOnline)
  const canRetry = state === 'noPrices' || state === 'offline'
  const canPress = state === 'select' || state === 'ready' || canRetry

  function proceed() {
    if (state === 'select') return router.push('SwapSelectToken', { side: 'to' })
    if (canRetry) return swap.retry()
    // If the visitor has not chosen a provider, the review may use another offer when the best one
    // turns out to be invalid.
    if (state === 'ready' && swap.order)
      router.push('SwapPreview', { order: swap.order, provider: draft?.provider })
  }

  if (listed.error || requested.status !== 'none')
    return <SwapUnavailable requested={requested} listed={listed} />

  const { symbol } = listed.native
  return (
    <Screen
      title={t('title')}
      footer={
        <Button
          variant={canPress ? 'primary' : 'secondary'}
          aria-disabled={!canPress}
          onClick={proceed}
        >
          {canRetry ? common('retry') : t(state === 'ready' ? 'review' : state, { symbol })}
        </Button>
      }
    >
      <form
        className="swap"
        onSubmit={(event) => {
          event.preventDefault()
          if (canPress) proceed()
        }}
      >
        <div className="swap-fields">
          <PayField text={text} parsed={parsed} swap={swap} listed={listed} />
          <FlipButton swap={swap} />
          <GetField swap={swap} listed={listed} />
        </div>
        <OfferPlace state={state} swap={swap} listed={listed} />
        <UnverifiedTokens swap={swap} listed={listed} />
        {unfinished && <UnfinishedSwapNotice unfinished={unfinished} />}
        <button type="submit" hidden aria-label={t('review')} />
      </form>
    </Screen>
  )
}

/** The text for each state in which no offer is possible. */
const faultTexts: {
  readonly [state in FormState]?: 'noLiquidityText' | 'unsupported' | 'noPrices' | 'offline'
} = {
  noLiquidity: 'noLiquidityText',
  unsupported: 'unsupported',
  noPrices: 'noPrices',
  offline: 'offline',
}

/**
 * The details of the offer, or the reason why there is no offer. Both have the same height, so that
 * nothing moves.
 */
function OfferPlace({
  state,
  swap: { order, offer, offers, prices, isFinding },
  listed: { native, currency },
}: {
  state: FormState
  swap: Swap
  listed: SwapTokens
}) {
  const t = useMessages(messages)
  const fault = faultTexts[state]
  return (
    <div className="swap-offer">
      {fault && (
        <p className="swap-fault" role="status">
          {t(fault)}
        </p>
      )}
      {order && (offer || isFinding) && (
        <Details
          order={order}
          offer={offer}
          offers={offers ?? []}
          native={native}
          prices={prices}
          currency={currency}
        />
      )}
    </div>
  )
}
