import { useMemo, useState } from 'react'
import type { PreparedSend } from '../../../../domains/send/review/prepareSend.ts'
import { prepareSend } from '../../../../domains/send/review/prepareSend.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { mismatch } from '../../../../domains/send/review/mismatch.ts'
import { isSerious } from '../../../../domains/send/review/warnings.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../../modal/messages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useAccount } from '../../../hooks/useAccount.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useQuery } from '../../../hooks/useQuery.ts'
import { useRouter } from '../../router.ts'
import { Costs } from './Costs.tsx'
import { MismatchNotice } from './MismatchNotice.tsx'
import { formatExact } from '../../../account/formatExact.ts'
import type { SendViews } from '../index.ts'
import { messages as sendMessages } from '../messages.ts'
import { messages } from './messages.ts'
import { Parties } from './Parties.tsx'
import { useKnown } from './useKnown.ts'
import { useSendTokens } from '../useSendTokens.ts'
import css from './review.css?inline'
import { Warnings } from './Warnings.tsx'

/** The transfer is checked again after this many milliseconds, because fees change. */
const recheckEvery = 15_000

// The code of the first requests comes with the screen. If it fails to load, they load it again.
import('../../../../domains/send/costs/readFeeChoices.lazy.ts').catch(() => {})
import('../../../../domains/send/counterparties.lazy.ts').catch(() => {})

/** The review before the request to the wallet: amount, recipient, fee and warnings. */
export default function SendPreviewView({
  params: { order },
}: {
  params: SendViews['SendPreview']
}) {
  useStyles(css)
  const tSend = useMessages(sendMessages)
  const locale = useFormatLocale()
  const router = useRouter()
  const { native } = useSendTokens()
  const [checked, setChecked] = useState('')
  const session = useAccount()
  const mismatchedPart = mismatch('account' in session ? session.account : undefined, order)
  const isHere = mismatchedPart === undefined
  const answer = usePrepared(order, isHere)
  const prepared = isHere && 'data' in answer ? answer.data : undefined
  const { symbol, decimals } = order.token
  const amount = `${formatExact(formatUnits(order.amount, decimals), locale)} ${symbol}`

  if (answer.status === 'error' && !prepared)
    return (
      <Screen title={tSend('review')}>
        <CheckFailed onRetry={answer.refetch} />
      </Screen>
    )

  // A tick confirms only the warnings that were shown. A new warning needs another tick.
  const cautions =
    prepared?.warnings
      .filter(isSerious)
      .map(({ kind }) => kind)
      .join() ?? ''
  const isChecked = checked === cautions
  const isReady =
    prepared !== undefined && prepared.problems.length === 0 && (isChecked || cautions === '')
  const send = () => prepared && isReady && router.push('SendProgress', { prepared })

  return (
    <Screen
      title={tSend('review')}
      footer={
        <Button variant={isReady ? 'primary' : 'secondary'} aria-disabled={!isReady} onClick={send}>
          <SendLabel
            state={isHere ? stateOf(prepared) : 'ready'}
            amount={amount}
            symbol={native.symbol}
          />
        </Button>
      }
    >
      <Parties order={order} amount={amount} prepared={prepared} />
      {prepared && (
        <Warnings
          prepared={prepared}
          isChecked={isChecked}
          onCheck={(isTicked) => setChecked(isTicked ? cautions : '')}
        />
      )}
      {mismatchedPart ? (
        <MismatchNotice mismatch={mismatchedPart} order={order} />
      ) : (
        <ReviewCosts order={order} prepared={prepared} />
      )}
    </Screen>
  )
}

/** The costs. A speed that the visitor chooses is stored in the screen's parameters. */
function ReviewCosts(props: Omit<Parameters<typeof Costs>[0], 'onSpeed'>) {
  const router = useRouter()
  return (
    <Costs
      {...props}
      onSpeed={(feeChoice) =>
        router.update('SendPreview', ({ order }) => ({ order: { ...order, feeChoice } }))
      }
    />
  )
}

/** Shown instead of the review if the transfer could not be checked. */
function CheckFailed({ onRetry }: { onRetry: () => void }) {
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  return (
    <Notice
      icon="warning"
      title={t('checkFailed')}
      action={<Button onClick={onRetry}>{common('retry')}</Button>}
    />
  )
}

type ButtonState = 'checking' | 'insufficient' | 'noFee' | 'ready'

/** Returns the state of the button. The reason why a transfer would fail is shown above it. */
function stateOf(prepared: PreparedSend | undefined): ButtonState {
  if (!prepared) return 'checking'
  const [problem] = prepared.problems
  if (problem === 'balance') return 'insufficient'
  return problem === 'fee' ? 'noFee' : 'ready'
}

/** The text of the button: "send", or the reason why the transfer cannot be sent. */
function SendLabel({
  state,
  amount,
  symbol,
}: {
  state: ButtonState
  amount: string
  symbol: string
}) {
  const t = useMessages(messages)
  const tSend = useMessages(sendMessages)
  if (state === 'checking') return t('checking')
  return state === 'ready' ? t('send', { amount }) : tSend(state, { symbol })
}

/**
 * Checks the transfer and returns the result. It is not checked while the wallet uses another
 * account or network (`isHere` is false).
 */
function usePrepared(order: SendViews['SendPreview']['order'], isHere: boolean) {
  const kit = useKit()
  const { tokens, read } = useKnown()
  const options = useMemo(
    () =>
      isHere
        ? {
            queryKey: [
              'send',
              order.networkId,
              order.from,
              order.to.address,
              order.token.address,
              String(order.amount),
              order.feeChoice,
              tokens,
            ],
            networkMode: 'always' as const, // offline, the query fails at once and shows it
            refetchInterval: recheckEvery,
            queryFn: ({ signal }: { signal: AbortSignal }) => prepareSend(kit, order, read(signal)),
          }
        : undefined,
    [kit, order, tokens, read, isHere],
  )
  return useQuery(options)
}
