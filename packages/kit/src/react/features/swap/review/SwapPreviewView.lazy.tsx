import { useMemo, useState } from 'react'
import { isSameAccount, isSameAddress } from '@latchkey/protocol/address'
import { KitError } from '../../../../core/errors/KitError.ts'
import type { SwapOrder } from '../../../../core/contracts/facets/swap.ts'
import { levelOf, lossOf, stepOf } from '../../../../domains/swap/loss.ts'
import { prepareOrder } from '../../../../domains/swap/review/prepareSwap.lazy.ts'
import type { PreparedSwap } from '../../../../domains/swap/review/prepareSwap.lazy.ts'
import { unfinishedSwap } from '../../../../domains/swap/unfinishedSwap.ts'
import * as times from '@latchkey/protocol/times'
import { useAccount } from '../../../hooks/useAccount.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useKitState } from '../../../hooks/useKitState.ts'
import { useQuery } from '../../../hooks/useQuery.ts'
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
import { Conditions } from './Conditions.tsx'
import { messages } from './messages.ts'
import { Risks } from './Risks.tsx'
import { Sides } from './Sides.tsx'
import css from './review.css?inline'

/**
 * The review before the request to the wallet: the paid and received amounts, the conditions, and
 * the result of the network's simulation.
 */
export default function SwapPreviewView({
  params: { order, provider, change },
}: {
  params: SwapViews['SwapPreview']
}) {
  useStyles(css)
  const t = useMessages(messages)
  const tSwap = useMessages(swapMessages)
  const common = useMessages(modalMessages)
  const locale = useFormatLocale()
  const router = useRouter()
  const session = useAccount()
  const listed = useSwapTokens()
  const { from, to } = order
  const prices = usePrices(from, to, listed.native, listed.tokens, listed.currency)
  const [accepted, setAccepted] = useState('')
  const account = 'account' in session ? session.account : undefined
  const isHere =
    account !== undefined &&
    account.networkId === order.networkId &&
    isSameAddress(account.address, order.account)
  const isAllowing = useAllowing(order)
  const held = listed.tokens
    .filter(
      ({ quantity, address }) =>
        address !== undefined && quantity !== undefined && /[1-9]/.test(quantity),
    )
    .map(({ address }) => address)
    .join(',')
  const answer = usePrepared(order, provider, held, isHere && !isAllowing)
  const prepared = isHere && 'data' in answer ? answer.data : undefined

  if (!isHere)
    return (
      <Screen title={t('title')}>
        <div role="alert">
          <Notice
            icon="warning"
            title={t('elsewhere')}
            action={
              <Button variant="primary" onClick={router.back}>
                {t('startAgain')}
              </Button>
            }
          />
        </div>
      </Screen>
    )
  if (answer.status === 'error' && !(prepared && !isRefusal(answer.error)))
    return (
      <Screen title={t('title')}>
        <div role="alert">
          <Notice
            icon="warning"
            title={
              isRefusal(answer.error)
                ? t('refusedTitle')
                : KitError.is(answer.error, 'liquidityMissing')
                  ? tSwap('noLiquidity')
                  : t('checkFailed')
            }
            action={
              isRefusal(answer.error) ? (
                <Button onClick={router.back}>{t('startAgain')}</Button>
              ) : (
                <Button onClick={answer.refetch}>{common('retry')}</Button>
              )
            }
          >
            {isRefusal(answer.error) && t('refused')}
          </Notice>
        </div>
      </Screen>
    )

  const loss =
    prepared &&
    lossOf(
      order,
      { ...prepared.offer, arrives: prepared.arrives ?? prepared.offer.arrives },
      prices,
    )
  const level = levelOf(loss)
  const exposed =
    prepared?.exposures
      .map(({ contract, token, amount }) => `${contract} ${token} ${amount}`)
      .join(' ') ?? ''
  const unchecked =
    prepared && !prepared.isChecked && prepared.problems.length === 0
      ? [exposed ? `exposed ${exposed}` : 'unchecked']
      : []
  const cautions = [...(level === 'high' ? [`loss ${stepOf(loss)}`] : []), ...unchecked].join()
  const [problem] = prepared?.problems ?? []
  const isReady = prepared !== undefined && problem === undefined && accepted === cautions
  const label = isAllowing
    ? tSwap('resumeWaiting')
    : !prepared
      ? t('checking')
      : problem === 'balance'
        ? tSwap('insufficient')
        : problem === 'fee'
          ? tSwap('noFee', { symbol: listed.native.symbol })
          : t(`${prepared.offer.kind}Now`, { amount: exactText(order.amount, from, locale) })
  const swap = () => prepared && isReady && router.push('SwapProgress', { prepared })

  return (
    <Screen
      title={
        prepared?.offer.kind === 'wrap'
          ? t('wrapTitle')
          : prepared?.offer.kind === 'unwrap'
            ? t('unwrapTitle')
            : t('title')
      }
      footer={
        <Button variant={isReady ? 'primary' : 'secondary'} aria-disabled={!isReady} onClick={swap}>
          {label}
        </Button>
      }
    >
      <Sides order={order} prepared={prepared} prices={prices} currency={listed.currency} />
      <Risks
        key={cautions}
        order={order}
        tokens={listed.tokens}
        prepared={prepared}
        prices={prices}
        acceptance={cautions}
        change={change}
        onAccept={(isAccepted) => setAccepted(isAccepted ? cautions : '')}
      />
      <Conditions
        order={order}
        prepared={prepared}
        native={listed.native}
        nativePrice={prices.native}
        currency={listed.currency}
        tokens={listed.tokens}
      />
    </Screen>
  )
}

const isRefusal = (error: Error) => KitError.is(error, 'swapRefused')

/**
 * Whether the approval of an earlier visit for this swap is still under way: a second approval
 * would cost a fee.
 */
function useAllowing({ networkId, account, from }: SwapOrder): boolean {
  const kit = useKit()
  const unfinished = unfinishedSwap(kit, `${networkId}:${account}`)
  return useKitState(
    ({ pending }) =>
      pending?.some(
        (transaction) =>
          transaction.status === 'pending' &&
          unfinished &&
          isSameAccount(unfinished.from.id, from.id) &&
          unfinished.approvals.includes(transaction.hash),
      ) ?? false,
  )
}

/** The swap as it would be sent now, prepared again every 10 s. */
function usePrepared(
  order: SwapOrder,
  provider: string | undefined,
  held: string,
  isWanted: boolean,
) {
  const kit = useKit()
  return useQuery(
    useMemo(
      () =>
        isWanted
          ? {
              queryKey: [
                'swap-prepared',
                order.networkId,
                order.account,
                order.from.id,
                order.to.id,
                String(order.amount),
                provider,
                held,
              ],
              networkMode: 'always' as const, // without a network the query fails and reports it
              gcTime: 0,
              refetchInterval: times.swapRequote,
              queryFn: ({ signal }: { signal: AbortSignal }): Promise<PreparedSwap> =>
                prepareOrder(kit, order, {
                  provider,
                  held: held.split(',').filter(Boolean),
                  signal,
                }),
            }
          : undefined,
      [kit, order, provider, held, isWanted],
    ),
  )
}
