import { readAmount } from '../../../domains/send/amount/readAmount.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { messages as recipientMessages } from '../../recipient/messages.ts'
import { useRecipient } from '../../recipient/useRecipient.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useRouter } from '../router.ts'
import { AmountField } from './AmountField.tsx'
import { tokenOf } from './draft.ts'
import { isUnpaid, useCosts } from './useCosts.ts'
import type { SendViews } from './index.ts'
import { messages } from './messages.ts'
import { RecipientField } from './RecipientField.tsx'
import css from './send.css?inline'
import { usePayment } from './usePayment.ts'
import { useSendTokens } from './useSendTokens.ts'
import { useSetDraft } from './useDraft.ts'

/**
 * The form for sending: token, amount and recipient. `params` may have a payment that a link or the
 * site requests.
 */
export default function WalletSendView({ params }: { params: SendViews['WalletSend'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const tRecipient = useMessages(recipientMessages)
  const router = useRouter()
  const locale = useFormatLocale()
  const session = useAccount()
  const set = useSetDraft()
  const sendable = useSendTokens()
  const { networkId, status, tokens, listed, native, currency, refetch } = sendable
  const { to = '' } = params ?? {}
  const { token, isRemoved } = tokenOf(params, {
    ...sendable,
    tokens: [...tokens, ...listed],
  })
  const text = isRemoved ? '' : (params?.amount ?? '')
  const parsed = readAmount(text, token, locale)
  const isPayment = usePayment(to, sendable)
  const read = useRecipient(to, networkId)
  const found = isPayment ? ({ status: 'looking' } as const) : read
  const recipient = found.status === 'found' ? found.recipient : undefined
  const costs = useCosts(token, native, recipient)

  // until the modal shows another screen
  if (!('account' in session)) return <Screen title={t('title')}>{null}</Screen>
  if (status === 'error')
    return (
      <Screen title={t('title')}>
        <Notice
          icon="warning"
          title={t('balancesFailed')}
          action={<Button onClick={refetch}>{common('retry')}</Button>}
        />
      </Screen>
    )

  const amount = parsed.status === 'amount' ? parsed.amount : 0n
  // an unknown balance does not count as too low
  const isShort = costs.spendable !== undefined && amount > costs.spendable.held
  const label =
    amount === 0n
      ? t('enterAmount')
      : status === 'pending'
        ? common('loading')
        : isShort
          ? t('insufficient')
          : found.status === 'looking'
            ? tRecipient('looking')
            : !recipient
              ? t('enterRecipient')
              : isUnpaid(costs, token, amount)
                ? t('noFee', { symbol: native.symbol })
                : undefined

  function review() {
    if (label !== undefined || !recipient || !('account' in session)) return
    const { address, symbol, decimals, iconUrl } = token
    router.push('SendPreview', {
      order: {
        networkId,
        from: session.account.address,
        to: recipient,
        token: { address, symbol, decimals, iconUrl },
        amount,
      },
    })
  }

  return (
    <Screen
      title={t('title')}
      footer={
        <Button
          variant={label === undefined ? 'primary' : 'secondary'}
          aria-disabled={label !== undefined}
          onClick={review}
        >
          {label ?? t('review')}
        </Button>
      }
    >
      <form
        className="send"
        onSubmit={(event) => {
          event.preventDefault()
          review()
        }}
      >
        <AmountField
          text={text}
          money={isRemoved ? undefined : params?.money}
          parsed={parsed}
          token={token}
          costs={costs}
          currency={currency}
          isPending={status === 'pending'}
          isRemoved={isRemoved}
        />
        <RecipientField text={to} found={found} onChange={(next) => set({ to: next })} />
        <button type="submit" hidden aria-label={t('review')} />
      </form>
    </Screen>
  )
}
