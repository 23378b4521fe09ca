import type { KitError } from '../../../../core/errors/KitError.ts'
import { TransactionLink } from '../../../transaction/TransactionLink.tsx'
import { useMessages } from '../../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../../modal/messages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { tokenSubject } from '@latchkey/ui/subject.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import type { RingStatus } from '@latchkey/ui/Ring.tsx'
import { useLabels } from '../../../recipient/useLabels.ts'
import { useRouter } from '../../router.ts'
import type { SendViews } from '../index.ts'
import { messages as sendMessages } from '../messages.ts'
import { hasText, noFaults } from '../review/faultTexts.ts'
import { messages as reviewMessages } from '../review/messages.ts'
import { messages } from './messages.ts'
import { stageOf } from './stageOf.ts'
import type { Stage } from './stageOf.ts'
import { useProgressTexts } from './useProgressTexts.ts'
import { useSending } from './useSending.ts'

const rings: Record<Stage, RingStatus> = {
  checking: 'waiting',
  waiting: 'waiting',
  refused: 'failed',
  failed: 'failed',
  unsure: 'idle',
  sent: 'waiting',
  mined: 'done',
  reverted: 'failed',
  replaced: 'idle',
  cancelled: 'idle',
  dropped: 'failed',
  unseen: 'idle',
  changed: 'failed',
}

/**
 * The progress of a transfer: from the request to the wallet until the transaction is in a block,
 * or has failed, was replaced or was dropped.
 */
export default function SendProgressView({ params }: { params: SendViews['SendProgress'] }) {
  const { token, networkId, faults = noFaults } = params.prepared
  const tSend = useMessages(sendMessages)
  const tReview = useMessages(reviewMessages)
  const textsOf = useProgressTexts(params.prepared)
  const sending = useSending(params)
  const stage = stageOf(sending)
  const hasNoText = ({ refusal }: KitError) => refusal !== undefined && !hasText(faults, refusal)
  const canRetry = stage === 'refused' || stage === 'failed'
  return (
    // No back button: the request may be open in the wallet, and a visitor who goes back could send
    // the transfer twice.
    <Screen title={tSend('title')} start={canRetry ? undefined : <span />}>
      <Progress
        status={rings[stage]}
        picture={
          <Picture
            name={token.symbol}
            src={token.iconUrl}
            subject={tokenSubject({ ...token, id: `${networkId}:${token.address}` })}
            size={64}
            shape="round"
          />
        }
        {...textsOf(sending)}
      />
      {stage === 'failed' && sending.status === 'failed' && hasNoText(sending.error) && (
        <Details label={tReview('details')} text={sending.error.details} />
      )}
      <Ends prepared={params.prepared} sending={sending} />
    </Screen>
  )
}

/** The buttons below the progress: save the recipient, open the explorer, try again, go on. */
function Ends({
  prepared: { to, networkId },
  sending,
}: {
  prepared: SendViews['SendProgress']['prepared']
  sending: ReturnType<typeof useSending>
}) {
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const router = useRouter()
  const labelOf = useLabels()
  const stage = stageOf(sending)
  const isUncertain = stage === 'sent' || stage === 'unsure' || stage === 'unseen'
  return (
    <div className="progress-ends">
      {stage === 'mined' && labelOf(to.address) === undefined && (
        <Button onClick={() => router.push('EditContact', { address: to.address, label: to.name })}>
          {t('save')}
        </Button>
      )}
      <TransactionLink
        networkId={networkId}
        hash={sending.status === 'sent' ? sending.hash : undefined}
        label={(explorer) => t('explorer', { explorer })}
      />
      {(stage === 'refused' || stage === 'failed') && (
        <Button variant="primary" data-autofocus="" onClick={sending.retry}>
          {common('retry')}
        </Button>
      )}
      {(sending.status === 'sent' || stage === 'unsure') && (
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
