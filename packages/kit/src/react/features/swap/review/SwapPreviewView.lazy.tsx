import { useState } from 'react'
import { KitError } from '../../../../core/errors/KitError.ts'
import type { SwapOrder, SwapToken } from '../../../../core/contracts/facets/swap.ts'
import type { PreparedSwap } from '../../../../domains/swap/prepareSwap.lazy.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../../modal/messages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useRouter } from '../../router.ts'
import { exactText } from '../amountTexts.ts'
import type { SwapViews } from '../index.ts'
import { messages as swapMessages } from '../messages.ts'
import { useSwapTokens } from '../useSwapTokens.ts'
import { usePrices } from '../useSwap.ts'
import { cautionsOf, preparedLossOf } from './cautions.ts'
import { Conditions } from './Conditions.tsx'
import { messages } from './messages.ts'
import { Risks } from './Risks.tsx'
import { Sides } from './Sides.tsx'
import { isRefusal, usePreparedSwap } from './usePreparedSwap.ts'
import css from './review.css?inline'

const titles = { swap: 'title', wrap: 'wrapTitle', unwrap: 'unwrapTitle' } as const

/**
 * The review before the request to the wallet: the amounts to pay and to receive, the conditions,
 * and the result of simulating the swap.
 */
export default function SwapPreviewView({
  params: { order, provider, change },
}: {
  params: SwapViews['SwapPreview']
}) {
  useStyles(css)
  const t = useMessages(messages)
  const router = useRouter()
  const { tokens, native, currency } = useSwapTokens()
  const prices = usePrices(order.from, order.to, native, tokens, currency)
  const [accepted, setAccepted] = useState('')
  const state = usePreparedSwap(order, provider, tokens)

  if (state.status === 'elsewhere' || state.status === 'failed')
    return (
      <Screen title={t('title')}>
        <div role="alert">
          {state.status === 'elsewhere' ? (
            <Elsewhere />
          ) : (
            <CheckFailed error={state.error} retry={state.retry} />
          )}
        </div>
      </Screen>
    )

  const { prepared, isAllowing } = state
  const cautions = prepared ? cautionsOf(prepared, preparedLossOf(order, prepared, prices)) : ''
  const isReady =
    prepared !== undefined && prepared.problems[0] === undefined && accepted === cautions
  const swap = () => prepared && isReady && router.push('SwapProgress', { prepared })

  return (
    <Screen
      title={t(titles[prepared?.offer.kind ?? 'swap'])}
      footer={
        <Button variant={isReady ? 'primary' : 'secondary'} aria-disabled={!isReady} onClick={swap}>
          <SwapLabel order={order} prepared={prepared} native={native} isAllowing={isAllowing} />
        </Button>
      }
    >
      <Sides order={order} prepared={prepared} prices={prices} currency={currency} />
      <Risks
        key={cautions}
        order={order}
        tokens={tokens}
        prepared={prepared}
        prices={prices}
        acceptance={cautions}
        change={change}
        onAccept={(isAccepted) => setAccepted(isAccepted ? cautions : '')}
      />
      <Conditions
        order={order}
        prepared={prepared}
        native={native}
        nativePrice={prices.native}
        currency={currency}
        tokens={tokens}
      />
    </Screen>
  )
}

/** The text of the button: the next step, or the reason why there is none. */
function SwapLabel({
  order,
  prepared,
  native,
  isAllowing,
}: {
  order: SwapOrder
  prepared: PreparedSwap | undefined
  native: SwapToken
  isAllowing: boolean
}) {
  const t = useMessages(messages)
  const tSwap = useMessages(swapMessages)
  const locale = useFormatLocale()
  if (isAllowing) return tSwap('resumeWaiting')
  if (!prepared) return t('checking')
  const [problem] = prepared.problems
  if (problem === 'balance') return tSwap('insufficient')
  if (problem === 'fee') return tSwap('noFee', { symbol: native.symbol })
  return t(`${prepared.offer.kind}Now`, { amount: exactText(order.amount, order.from, locale) })
}

/** Shown instead of the review while the wallet uses another account or network than the swap. */
function Elsewhere() {
  const t = useMessages(messages)
  const router = useRouter()
  return (
    <Notice
      icon="warning"
      title={t('elsewhere')}
      action={
        <Button variant="primary" onClick={router.back}>
          {t('startAgain')}
        </Button>
      }
    />
  )
}

/** Shown instead of the review if the swap could not be checked, or its offer cannot be trusted. */
function CheckFailed({ error, retry }: { error: Error; retry: () => void }) {
  const t = useMessages(messages)
  const tSwap = useMessages(swapMessages)
  const common = useMessages(modalMessages)
  const router = useRouter()
  const isRefused = isRefusal(error)
  const title = KitError.is(error, 'liquidityMissing') ? tSwap('noLiquidity') : t('checkFailed')
  return (
    <Notice
      icon="warning"
      title={isRefused ? t('refusedTitle') : title}
      action={
        isRefused ? (
          <Button onClick={router.back}>{t('startAgain')}</Button>
        ) : (
          <Button onClick={retry}>{common('retry')}</Button>
        )
      }
    >
      {isRefused && t('refused')}
    </Notice>
  )
}
