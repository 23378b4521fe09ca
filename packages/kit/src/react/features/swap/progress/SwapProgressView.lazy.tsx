import { useEffect } from 'react'
import type { KitError } from '../../../../core/errors/KitError.ts'
import type { ErrorCode } from '../../../../core/errors/errors.ts'
import { useCurrentWallet } from '../../../hooks/useConnectedWallets.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useNetwork } from '../../../hooks/useNetwork.ts'
import { useWalletProblem } from '../../../hooks/useWalletProblem.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../../modal/messages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { tokenSubject } from '@latchkey/ui/subject.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import type { RingStatus } from '@latchkey/ui/Ring.tsx'
import { useRouter } from '../../router.ts'
import { exactText, sumText } from '../amountTexts.ts'
import type { Swapping, SwapViews } from '../index.ts'
import { messages as swapMessages } from '../messages.ts'
import { messages as reviewMessages } from '../review/messages.ts'
import { messages } from './messages.ts'
import css from './progress.css?inline'
import { stageOf } from './stageOf.ts'
import type { Stage } from './stageOf.ts'
import { Steps } from './Steps.tsx'
import { useSwapping } from './useSwapping.ts'

const rings: Record<Stage, RingStatus> = {
  checking: 'waiting',
  permit: 'waiting',
  approve: 'waiting',
  approving: 'waiting',
  together: 'waiting',
  swap: 'waiting',
  sent: 'waiting',
  mined: 'done',
  reverted: 'failed',
  replaced: 'idle',
  cancelled: 'idle',
  dropped: 'failed',
  unseen: 'idle',
  refused: 'failed',
  failed: 'failed',
  unsure: 'idle',
}

/** Outcomes that leave no transaction, for an approval before the swap or a call with it. */
const toNothing: ReadonlySet<string> = new Set(['cancelled', 'dropped', 'allowance'])

/** The progress of a swap, from the first request to the wallet to the received amount. */
export default function SwapProgressView({ params }: { params: SwapViews['SwapProgress'] }) {
  useStyles(css)
  const {
    prepared: {
      order: { from, to, amount, networkId },
      offer: { kind },
      method,
    },
  } = params
  const t = useMessages(messages)
  const tSwap = useMessages(swapMessages)
  const tReview = useMessages(reviewMessages)
  const common = useMessages(modalMessages)
  const locale = useFormatLocale()
  const router = useRouter()
  const problem = useWalletProblem()
  const wallet = useCurrentWallet()?.name ?? ''
  const explorer = useNetwork().networks.find((network) => network.networkId === networkId)?.network
    .blockExplorers?.default
  const { swapping, retry } = useSwapping(params)
  const stage = stageOf(swapping)
  useWatched(swapping)
  const paid = exactText(amount, from, locale)
  const outcome = swapping.status === 'ended' ? swapping.outcome : undefined
  const arrived = outcome?.arrived === undefined ? undefined : sumText(outcome.arrived, to, locale)
  const canRetry = stage === 'refused' || stage === 'failed'
  const hash =
    outcome?.hash ??
    (swapping.status === 'sent' || swapping.status === 'approving' ? swapping.hash : undefined)
  const isOver = stage === 'sent' || stage === 'unsure' || outcome !== undefined

  function titleOf(): string {
    if (stage === 'checking') return tReview('checking')
    if (stage === 'mined')
      return arrived === undefined ? t('minedPlainTitle') : t('minedTitle', { amount: arrived })
    return t(`${stage}Title`, { wallet, amount: paid })
  }

  function textOf(): string {
    if (stage === 'checking') return '\u00a0'
    if (stage === 'cancelled' || (stage === 'dropped' && outcome?.isExpired))
      return t('nothingText')
    if (stage === 'dropped') return t('unsureText', { wallet })
    if (stage === 'refused')
      return t(swapping.status === 'failed' && swapping.hasAllowed ? 'allowedText' : 'nothingText')
    if (stage === 'failed')
      return swapping.status === 'failed'
        ? (endOf(swapping.error) ?? reasonOf(swapping.error.code))
        : ''
    if (
      swapping.status === 'asking' &&
      swapping.step === 'approve' &&
      swapping.insteadOf === 'permit'
    )
      return t('insteadText')
    return t(`${stage}Text`, { wallet, amount: paid })
  }

  /**
   * Returns the outcome of an approval, or of several calls at once, that failed after the wallet
   * had accepted it.
   */
  function endOf({ code, details = '' }: KitError): string | undefined {
    if (code !== 'transactionRejected') return undefined
    if (details === 'failed') return t('revertedText')
    return toNothing.has(details) ? t('nothingText') : undefined
  }

  function reasonOf(code: ErrorCode): string {
    if (code === 'swapRefused') return tReview('refused')
    if (code === 'liquidityMissing') return tSwap('noLiquidityText')
    if (
      code === 'httpFailed' ||
      code === 'httpTimeout' ||
      code === 'offline' ||
      code === 'answerInvalid'
    )
      return t('serviceText')
    if (code === 'actionNotAllowed') return tReview('wouldFail')
    return problem({ code }, wallet)
  }

  return (
    // no back button: the request is, or may be, open in the wallet, and a visitor who went back
    // could send it twice
    <Screen
      title={kind === 'swap' ? tSwap('title') : tReview(`${kind}Title`)}
      start={canRetry ? undefined : <span />}
    >
      <Progress
        status={rings[stage]}
        picture={
          <Picture
            name={to.symbol}
            src={to.iconUrl}
            subject={tokenSubject(to)}
            size={64}
            shape="round"
          />
        }
        title={titleOf()}
        text={textOf()}
      />
      {(method === 'permit' || method === 'approve') &&
        outcome === undefined &&
        !canRetry &&
        stage !== 'unsure' && (
          <Steps
            at={
              stage === 'permit' ||
              stage === 'approve' ||
              stage === 'approving' ||
              (stage === 'checking' && params.swapping === undefined)
                ? 0
                : 1
            }
          />
        )}
      <div className="progress-ends">
        {hash !== undefined && explorer && (
          <a
            className="button"
            data-variant="secondary"
            href={`${explorer.url}/tx/${hash}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('explorer', { explorer: explorer.name })}
            <Icon name="external" />
          </a>
        )}
        {canRetry && (
          <Button variant="primary" data-autofocus="" onClick={retry}>
            {common('retry')}
          </Button>
        )}
        {isOver && (
          <Button
            variant={
              stage === 'sent' || stage === 'unsure' || stage === 'unseen' ? 'secondary' : 'primary'
            }
            data-autofocus=""
            onClick={() => router.reset('Account')}
          >
            {t('done')}
          </Button>
        )}
      </div>
    </Screen>
  )
}

/** Marks the transaction as shown here, so that no toast also reports its outcome. */
function useWatched(swapping: Swapping): void {
  const kit = useKit()
  const hash =
    swapping.status === 'sent' || swapping.status === 'approving' ? swapping.hash : undefined
  useEffect(() => {
    if (hash === undefined) return
    let stop = () => {}
    let isCancelled = false
    // if it fails, a toast reports the outcome as well, which is harmless
    import('../../../../core/transactions/watchTransaction.lazy.ts').then(
      ({ watchTransaction }) => isCancelled || (stop = watchTransaction(kit, hash)),
      () => {},
    )
    return () => {
      isCancelled = true
      stop()
    }
  }, [kit, hash])
}
