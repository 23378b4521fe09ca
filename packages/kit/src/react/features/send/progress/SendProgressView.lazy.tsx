import type { KitError } from '../../../../core/errors/KitError.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../../modal/messages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useWalletProblem } from '../../../hooks/useWalletProblem.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { tokenSubject } from '@latchkey/ui/subject.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import type { RingStatus } from '@latchkey/ui/Ring.tsx'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useCurrentWallet } from '../../../hooks/useConnectedWallets.ts'
import { useLabels } from '../../../recipient/useLabels.ts'
import { useNetwork } from '../../../hooks/useNetwork.ts'
import { useRouter } from '../../router.ts'
import { formatExact } from '../../../account/formatExact.ts'
import type { SendViews } from '../index.ts'
import { isUnsent } from '../../../../core/errors/isUnsent.ts'
import { messages as sendMessages } from '../messages.ts'
import { messages as reviewMessages } from '../review/messages.ts'
import { messages } from './messages.ts'
import { useSending } from './useSending.ts'
import type { Followed } from './useSending.ts'

type Stage =
  | 'checking'
  | 'waiting'
  | 'refused'
  | 'failed'
  | 'unsure'
  | 'sent'
  | 'mined'
  | 'reverted'
  | 'replaced'
  | 'cancelled'
  | 'dropped'
  | 'unseen'
  | 'changed'

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
 * The progress of a transfer: from the request to the wallet until it is in a block, failed,
 * replaced or dropped.
 */
export default function SendProgressView({ params }: { params: SendViews['SendProgress'] }) {
  const { prepared } = params
  const t = useMessages(messages)
  const tSend = useMessages(sendMessages)
  const tReview = useMessages(reviewMessages)
  const common = useMessages(modalMessages)
  const locale = useFormatLocale()
  const router = useRouter()
  const labelOf = useLabels()
  const problem = useWalletProblem()
  const wallet = useCurrentWallet()?.name ?? ''
  const explorer = useNetwork().networks.find(({ networkId }) => networkId === prepared.networkId)
    ?.network.blockExplorers?.default
  const sending = useSending(params)
  const stage = stageOf(sending)
  const { token, to, amount } = prepared
  const shown = `${formatExact(formatUnits(amount, token.decimals), locale)} ${token.symbol}`
  const recipient = labelOf(to.address) ?? to.name ?? truncateAddress(to.address)
  const canRetry = stage === 'refused' || stage === 'failed'
  const isSent = sending.status === 'sent'
  const isOver = isSent || stage === 'unsure'

  function textOf(): string {
    if (sending.status === 'failed' && stage === 'failed')
      return refusalOf(sending.error) ?? problem(sending.error, wallet)
    if (stage === 'mined') return t('minedText', { recipient })
    if (stage === 'cancelled') return t('refusedText')
    if (sending.status === 'sent' && stage === 'dropped')
      return sending.isExpired ? t('droppedText') : t('forgottenText', { wallet })
    if (sending.status === 'sent' && stage === 'unseen' && sending.hasCode)
      return t('signersText', { wallet })
    if (stage === 'checking' || stage === 'failed') return '\u00a0'
    return t(`${stage}Text`, { wallet })
  }

  /** Returns the reason why the network refused it; undefined if the wallet is the reason. */
  function refusalOf({ refusal }: KitError): string | undefined {
    if (refusal === undefined) return undefined
    return refusal === 'other' ? t('failedText') : tReview(`${refusal}Fault`)
  }

  return (
    // no back button: the request is, or may be, open in the wallet, and a visitor who went back
    // could send it twice
    <Screen title={tSend('title')} start={canRetry ? undefined : <span />}>
      <Progress
        status={rings[stage]}
        picture={
          <Picture
            name={token.symbol}
            src={token.iconUrl}
            subject={tokenSubject({ ...token, id: `${prepared.networkId}:${token.address}` })}
            size={64}
            shape="round"
          />
        }
        title={
          stage === 'checking' ? tReview('checking') : t(`${stage}Title`, { wallet, amount: shown })
        }
        text={textOf()}
      />
      {stage === 'failed' && sending.status === 'failed' && sending.error.refusal === 'other' && (
        <Details label={tReview('details')} text={sending.error.details} />
      )}
      <div className="progress-ends">
        {stage === 'mined' && labelOf(to.address) === undefined && (
          <Button
            onClick={() => router.push('EditContact', { address: to.address, label: to.name })}
          >
            {t('save')}
          </Button>
        )}
        {isSent && explorer && (
          <a
            className="button"
            data-variant="secondary"
            href={`${explorer.url}/tx/${sending.hash}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('explorer', { explorer: explorer.name })}
            <Icon name="external" />
          </a>
        )}
        {canRetry && (
          <Button variant="primary" data-autofocus="" onClick={sending.retry}>
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

function stageOf(sending: Followed): Stage {
  if (sending.status === 'waiting' || sending.status === 'checking') return sending.status
  if (sending.status === 'failed') {
    if (sending.error.code === 'userRejected') return 'refused'
    return isUnsent(sending.error) ? 'failed' : 'unsure'
  }
  if (sending.outcome === 'pending') return 'sent'
  return sending.outcome === 'failed' ? 'reverted' : sending.outcome
}
