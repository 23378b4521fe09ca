import { useState } from 'react'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { contextOf } from '../../../../../core/kit/context.ts'
import type { Fee } from '../../../../../core/contracts/facets/send.ts'
import type { PreparedReplacement } from '../../../../../core/contracts/facets/transactions.ts'
import type { PendingTransaction } from '../../../../../core/transactions/pendingTransactions.ts'
import { sendReplacement } from '../../../../../domains/transactions/replacement.lazy.ts'
import { kitError } from '../../../../../core/errors/errors.ts'
import { KitError } from '../../../../../core/errors/KitError.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Caution, Cautions } from '@latchkey/ui/caution/Cautions.tsx'
import { Tick } from '@latchkey/ui/caution/Tick.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { formatFee } from '../../../../account/formatExact.ts'
import { useFormatLocale } from '../../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../../i18n/useMessages.ts'
import { Screen } from '../../../../modal/Screen.tsx'
import { messages as modalMessages } from '../../../../modal/messages.ts'
import { useCurrentWallet } from '../../../../hooks/useConnectedWallets.ts'
import { useKit } from '../../../../hooks/useKit.ts'
import { useTransaction } from '../../../../hooks/useTransaction.ts'
import { useWalletProblem } from '../../../../hooks/useWalletProblem.ts'
import { speedTexts } from '../../../../account/speedTexts.ts'
import { useRouter } from '../../../router.ts'
import type { AccountViews } from '../../index.ts'
import { messages } from '../texts/messages.ts'
import { useReplacement } from './useReplacement.ts'

type Params = AccountViews['ReplaceTransaction']

/**
 * The review of a replacement: what it does, and its fee. The request goes to the wallet when the
 * visitor presses the button.
 */
export default function ReplaceTransactionView({ params }: { params: Params }) {
  const t = useMessages(messages)
  const own = useTransaction(params.hash)
  const title = t(params.purpose === 'cancel' ? 'cancelIt' : 'speedUp')
  const answer = useReplacement(own?.status === 'pending' ? own : undefined, params.purpose)
  const prepared = 'data' in answer ? answer.data : undefined
  const common = useMessages(modalMessages)
  if (own && own.status !== 'pending') return <Refusal title={title} text={t('mined')} />
  if (answer.status === 'error' && !prepared)
    return (
      <Screen title={title}>
        <Notice
          icon="warning"
          title={t('replaceFailed')}
          action={<Button onClick={answer.refetch}>{common('retry')}</Button>}
        />
      </Screen>
    )
  if (!own || prepared === null) return <Refusal title={title} text={t('missing')} />
  if (prepared?.status === 'refused') return <Refusal title={title} text={t(prepared.fault)} />
  return <Review title={title} own={own} purpose={params.purpose} prepared={prepared} />
}

function Refusal({ title, text }: { title: string; text: string }) {
  return (
    <Screen title={title}>
      <Notice icon="info" title={text} />
    </Screen>
  )
}

type Ready = Extract<PreparedReplacement, { status: 'ready' }>

function Review({
  title,
  own,
  purpose,
  prepared,
}: {
  title: string
  own: PendingTransaction
  purpose: Params['purpose']
  /** Undefined until it is known. */
  prepared: Ready | undefined
}) {
  const t = useMessages(messages)
  // the fee is read again, and a higher one has to be accepted again
  const [accepted, setAccepted] = useState<bigint>()
  const isAccepted =
    prepared !== undefined && accepted !== undefined && prepared.fee.maxTotal <= accepted
  const { send, isWaiting, problem } = useRequest(own, purpose)
  const wallet = useCurrentWallet()?.name ?? ''
  const isReady = prepared !== undefined && (!prepared.isFeeHigh || isAccepted) && !isWaiting
  const label = isWaiting ? t('confirmIn', { wallet }) : prepared ? title : t('replaceChecking')
  return (
    <Screen
      title={title}
      footer={
        <Button
          variant={isReady ? 'primary' : 'secondary'}
          aria-disabled={!isReady}
          data-autofocus=""
          onClick={() => isReady && send(prepared)}
        >
          {label}
        </Button>
      }
    >
      <Cautions>
        <Caution>{t(purpose === 'cancel' ? 'cancelItText' : 'speedUpText')}</Caution>
        {prepared?.isFeeHigh && <Caution level="risk">{t('highFee')}</Caution>}
        {prepared?.isFeeHigh && (
          <Tick
            isPlain
            isTicked={isAccepted}
            onChange={(isTicked) => setAccepted(isTicked ? prepared.fee.maxTotal : undefined)}
          >
            {t('acceptFee')}
          </Tick>
        )}
        {problem !== undefined && <Caution level="fault">{problem}</Caution>}
      </Cautions>
      <Fees own={own} prepared={prepared} />
    </Screen>
  )
}

/** The fee so far, and the new one with its price and time. */
function Fees({ own, prepared }: { own: PendingTransaction; prepared: Ready | undefined }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const native = contextOf(useKit()).networks.find(({ networkId }) => networkId === own.networkId)
    ?.network.nativeCurrency
  const textOf = (amount: bigint | undefined) =>
    amount === undefined || !native
      ? '—'
      : `${formatFee(formatUnits(amount, native.decimals), locale, native.decimals)} ${native.symbol}`
  const detailOf = (fee: Fee) => {
    const { rate, time } = speedTexts(fee, locale)
    return [...(rate === undefined ? [] : [t('feeRate', { rate })]), ...(time ? [time] : [])].join(
      ' · ',
    )
  }
  return (
    <Facts>
      <Fact name={t('previousFee')}>{textOf(prepared?.previousFee)}</Fact>
      <Fact name={t('newFee')} detail={prepared && detailOf(prepared.fee)}>
        {textOf(prepared?.fee.total)}
      </Fact>
    </Facts>
  )
}

/** Sends the request to the wallet once at a time, and then shows the activity. */
function useRequest(own: PendingTransaction, purpose: Params['purpose']) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const problemOf = useWalletProblem()
  const wallet = useCurrentWallet()?.name ?? ''
  const [isWaiting, setIsWaiting] = useState(false)
  const [error, setError] = useState<unknown>()
  function send(prepared: Ready) {
    setIsWaiting(true)
    setError(undefined)
    sendReplacement(kit, { transaction: own, purpose }, prepared).then(
      () => router.reset('Account', { tab: 'activity' }),
      (reason: unknown) => {
        setIsWaiting(false)
        setError(reason)
      },
    )
  }
  function textOf(reason: unknown): string {
    if (KitError.is(reason) && reason.refusal !== undefined) return t('replaceRefused')
    return problemOf(KitError.is(reason) ? reason : kitError('somethingWrong'), wallet)
  }
  return { send, isWaiting, problem: error === undefined ? undefined : textOf(error) }
}
