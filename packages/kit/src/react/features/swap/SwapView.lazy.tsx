import { isSameAccount } from '@latchkey/protocol/address'
import { useEffect } from 'react'
import { KitError } from '../../../core/errors/KitError.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { readAmount } from '../../../domains/send/amount/readAmount.ts'
import { writtenAmount } from '../../../domains/send/amount/writtenAmount.ts'
import { unfinishedSwap } from '../../../domains/swap/unfinishedSwap.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useOnline } from '../../hooks/useOnline.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { useRouter } from '../router.ts'
import { UnfinishedSwapNotice } from './UnfinishedSwapNotice.tsx'
import { Details } from './details/Details.tsx'
import { flippedDraft } from './draft.ts'
import type { SwapViews } from './index.ts'
import { messages } from './messages.ts'
import { GetField, PayField } from './fields/Fields.tsx'
import { FlipIcon } from './fields/FlipIcon.tsx'
import { UnverifiedToken } from './UnverifiedToken.tsx'
import css from './swap.css?inline'
import { SwapUnavailable } from './SwapUnavailable.tsx'
import { useRequestedTokens } from './useRequestedTokens.ts'
import { useSetDraft } from './useDraft.ts'
import { isUnpaid, useSwap } from './useSwap.ts'
import { useSwapTokens } from './useSwapTokens.ts'

/**
 * The form of a swap: the paid amount, and the received amount of the best offer. `params` are the
 * draft.
 */
export default function SwapView({ params: draft }: { params: SwapViews['Swap'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const locale = useFormatLocale()
  const router = useRouter()
  const set = useSetDraft()
  const isOnline = useOnline()
  const listed = useSwapTokens()
  const text = draft?.amount ?? ''
  const parsed = readAmount(text, draft?.from ?? listed.native, locale)
  const swap = useSwap(draft, parsed, listed)
  const { from, to, amount, order, offer, offers, spendable, prices, error } = swap
  const unfinished = useUnfinishedSwap(draft, listed.tokens)
  const requested = useRequestedTokens(draft, listed)

  if (listed.error || requested.status !== 'none')
    return <SwapUnavailable requested={requested} listed={listed} />

  const isShort = spendable !== undefined && amount > spendable.held
  const fault = KitError.is(error, 'liquidityMissing')
    ? 'noLiquidity'
    : KitError.is(error, 'swapsUnsupported')
      ? 'unsupported'
      : error && 'noPrices'
  const label = !to
    ? t('select')
    : amount === 0n
      ? t('enterAmount')
      : isShort
        ? t('insufficient')
        : swap.isFinding
          ? t('finding')
          : fault
            ? t(fault === 'noPrices' && !isOnline ? 'offline' : fault)
            : offer && isUnpaid(offer, from, amount, spendable)
              ? t('noFee', { symbol: listed.native.symbol })
              : offer
                ? undefined
                : t('finding')

  const canRetry = fault === 'noPrices' && amount > 0n && !isShort && !swap.isFinding

  function proceed() {
    if (!to) return router.push('SwapSelectToken', { side: 'to' })
    if (canRetry) return swap.retry()
    // the review uses another offer if the best one is not valid, unless the visitor chose its
    // provider
    if (label === undefined && order && offer)
      router.push('SwapPreview', { order, provider: draft?.provider })
  }

  const canPress = !to || label === undefined || canRetry
  const flip = () =>
    set(
      flippedDraft(
        { from, to },
        offer && to && writtenAmount(formatUnits(offer.arrives, to.decimals), locale),
      ),
    )
  return (
    <Screen
      title={t('title')}
      footer={
        <Button
          variant={canPress ? 'primary' : 'secondary'}
          aria-disabled={!canPress}
          onClick={proceed}
        >
          {canRetry ? common('retry') : (label ?? t('review'))}
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
          <PayField
            text={text}
            parsed={parsed}
            token={from}
            spendable={spendable}
            price={prices.from}
            currency={listed.currency}
            isPending={listed.isPending}
            isShort={isShort}
          />
          <button
            type="button"
            className="swap-flip"
            aria-label={t('flip')}
            title={t('flip')}
            aria-disabled={!to}
            onClick={() => to && flip()}
          >
            <FlipIcon />
          </button>
          <GetField
            token={to}
            order={order}
            offer={offer}
            prices={prices}
            currency={listed.currency}
            isFinding={swap.isFinding}
            isPending={listed.isPending}
          />
        </div>
        {/* the same height with and without an offer */}
        <div className="swap-offer">
          {fault && !isShort && (
            <p className="swap-fault" role="status">
              {t(
                fault === 'noLiquidity'
                  ? 'noLiquidityText'
                  : fault === 'unsupported'
                    ? 'unsupported'
                    : isOnline
                      ? 'noPrices'
                      : 'offline',
              )}
            </p>
          )}
          {to && order && !fault && (offer || swap.isFinding) && (
            <Details
              order={order}
              offer={offer}
              offers={offers ?? []}
              native={listed.native}
              prices={prices}
              currency={listed.currency}
            />
          )}
        </div>
        {!listed.isPending &&
          [from, to].map(
            (token) =>
              token && <UnverifiedToken key={token.id} token={token} tokens={listed.tokens} />,
          )}
        {unfinished && <UnfinishedSwapNotice unfinished={unfinished} />}
        <button type="submit" hidden aria-label={t('review')} />
      </form>
    </Screen>
  )
}

/**
 * Restores a swap that was approved before a reload and not sent: its tokens and its amount are
 * entered again, once.
 */
function useUnfinishedSwap(
  draft: SwapViews['Swap'],
  tokens: ReturnType<typeof useSwapTokens>['tokens'],
) {
  const kit = useKit()
  const set = useSetDraft()
  const locale = useFormatLocale()
  const session = useAccount()
  const unfinished =
    'account' in session ? unfinishedSwap(kit, session.account.accountId) : undefined
  const find = (id: string | undefined) =>
    tokens.find((token) => id !== undefined && isSameAccount(token.id, id))
  const [from, to] = [find(unfinished?.from.id), find(unfinished?.to.id)]
  const isNew =
    unfinished !== undefined && from !== undefined && to !== undefined && draft === undefined
  useEffect(() => {
    if (isNew && unfinished)
      set({
        from,
        to,
        amount: writtenAmount(formatUnits(unfinished.amount, from?.decimals ?? 0), locale),
      })
  })
  return unfinished && draft?.from && isSameAccount(draft.from.id, unfinished.from.id)
    ? unfinished
    : undefined
}
