import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { messages as recipientMessages } from '../../recipient/messages.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useRouter } from '../router.ts'
import { AmountField } from './AmountField.tsx'
import type { SendViews } from './index.ts'
import { messages } from './messages.ts'
import { RecipientField } from './RecipientField.tsx'
import css from './send.css?inline'
import { useSendForm } from './useSendForm.ts'
import type { FormState } from './useSendForm.ts'
import { useSetDraft } from './useDraft.ts'

// The code of the first requests comes with the screen. If it fails to load, they load it again.
import('../../../domains/send/costs/readFee.lazy.ts').catch(() => {})
import('../../../domains/send/costs/readSpendable.lazy.ts').catch(() => {})

/**
 * The form for sending: token, amount and recipient. `params` can contain a payment that a link or
 * the site requests.
 */
export default function WalletSendView({ params }: { params: SendViews['WalletSend'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const router = useRouter()
  const session = useAccount()
  const set = useSetDraft()
  const form = useSendForm(params)
  const { sendable, token, isRemoved, state, order } = form

  // After a disconnection this screen is empty until the modal shows another one.
  if (!('account' in session)) return <Screen title={t('title')}>{null}</Screen>
  if (sendable.status === 'error')
    return (
      <Screen title={t('title')}>
        <Notice
          icon="warning"
          title={t('balancesFailed')}
          action={<Button onClick={sendable.refetch}>{common('retry')}</Button>}
        />
      </Screen>
    )

  const review = () => order && router.push('SendPreview', { order })

  return (
    <Screen
      title={t('title')}
      footer={
        <Button variant={order ? 'primary' : 'secondary'} aria-disabled={!order} onClick={review}>
          <ReviewLabel state={state} symbol={sendable.native.symbol} />
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
          text={form.text}
          money={isRemoved ? undefined : params?.money}
          parsed={form.parsed}
          token={token}
          costs={form.costs}
          currency={sendable.currency}
          isPending={sendable.status === 'pending'}
          isRemoved={isRemoved}
        />
        <RecipientField text={form.to} found={form.found} onChange={(to) => set({ to })} />
        <button type="submit" hidden aria-label={t('review')} />
      </form>
    </Screen>
  )
}

/** The text of the button: "review", or what is missing in the form. */
function ReviewLabel({ state, symbol }: { state: FormState; symbol: string }) {
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const tRecipient = useMessages(recipientMessages)
  if (state === 'loading') return common('loading')
  if (state === 'looking') return tRecipient('looking')
  return t(state === 'ready' ? 'review' : state, { symbol })
}
