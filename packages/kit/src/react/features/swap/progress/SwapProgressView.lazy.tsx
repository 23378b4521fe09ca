import type { NetworkId } from '@latchkey/protocol/caip'
import { TransactionLink } from '../../../transaction/TransactionLink.tsx'
import { useWatchTransaction } from '../../../transaction/useWatchTransaction.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../../modal/messages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { tokenSubject } from '@latchkey/ui/subject.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import type { RingStatus } from '@latchkey/ui/Ring.tsx'
import { useRouter } from '../../router.ts'
import type { Swapping, SwapViews } from '../index.ts'
import { messages as swapMessages } from '../messages.ts'
import { messages as reviewMessages } from '../review/messages.ts'
import { messages } from './messages.ts'
import css from './progress.css?inline'
import { stageOf } from './stageOf.ts'
import type { Stage } from './stageOf.ts'
import { Steps } from './Steps.tsx'
import { useProgressTexts } from './useProgressTexts.ts'
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

/** The progress of a swap: from the first request to the wallet to the received amount. */
export default function SwapProgressView({ params }: { params: SwapViews['SwapProgress'] }) {
  useStyles(css)
  const { order, offer, method } = params.prepared
  const tSwap = useMessages(swapMessages)
  const tReview = useMessages(reviewMessages)
  const textsOf = useProgressTexts(params.prepared)
  const { swapping, retry } = useSwapping(params)
  const stage = stageOf(swapping)
  useWatchTransaction(sentHashOf(swapping))
  const canRetry = stage === 'refused' || stage === 'failed'
  const hasSteps = method === 'permit' || method === 'approve'
  const isRunning = swapping.status !== 'ended' && !canRetry && stage !== 'unsure'

  return (
    // No back button: the request may be open in the wallet, and a visitor who goes back could send
    // the swap twice.
    <Screen
      title={offer.kind === 'swap' ? tSwap('title') : tReview(`${offer.kind}Title`)}
      start={canRetry ? undefined : <span />}
    >
      <Progress
        status={rings[stage]}
        picture={
          <Picture
            name={order.to.symbol}
            src={order.to.iconUrl}
            subject={tokenSubject(order.to)}
            size={64}
            shape="round"
          />
        }
        {...textsOf(swapping)}
      />
      {hasSteps && isRunning && (
        <Steps at={isAllowing(stage, params.swapping === undefined) ? 0 : 1} />
      )}
      <Ends networkId={order.networkId} swapping={swapping} onRetry={retry} />
    </Screen>
  )
}

/**
 * Whether the approval, the first of the two steps, is the current step. `checking` belongs to the
 * approval if the swap is new; later checks belong to the swap.
 */
const isAllowing = (stage: Stage, isNew: boolean): boolean =>
  stage === 'permit' ||
  stage === 'approve' ||
  stage === 'approving' ||
  (stage === 'checking' && isNew)

/** Returns the hash of the transaction that was sent but has no outcome yet. */
const sentHashOf = (swapping: Swapping): string | undefined =>
  swapping.status === 'sent' || swapping.status === 'approving' ? swapping.hash : undefined

/** The buttons below the progress: open the explorer, try again, go to the account. */
function Ends({
  networkId,
  swapping,
  onRetry,
}: {
  networkId: NetworkId
  swapping: Swapping
  onRetry: () => void
}) {
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const router = useRouter()
  const stage = stageOf(swapping)
  const isUncertain = stage === 'sent' || stage === 'unsure' || stage === 'unseen'
  const outcome = swapping.status === 'ended' ? swapping.outcome : undefined
  return (
    <div className="progress-ends">
      <TransactionLink
        networkId={networkId}
        hash={outcome?.hash ?? sentHashOf(swapping)}
        label={(explorer) => t('explorer', { explorer })}
      />
      {(stage === 'refused' || stage === 'failed') && (
        <Button variant="primary" data-autofocus="" onClick={onRetry}>
          {common('retry')}
        </Button>
      )}
      {(isUncertain || outcome !== undefined) && (
        <Button
          variant={isUncertain ? 'secondary' : 'primary'}
          data-autofocus=""
          onClick={() => router.reset('Account')}
        >
          {t('done')}
        </Button>
      )}
    </div>
  )
}
