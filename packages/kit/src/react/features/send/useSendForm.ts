import { readAmount } from '../../../domains/send/amount/readAmount.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useRecipient } from '../../recipient/useRecipient.ts'
import type { RecipientState } from '../../recipient/useRecipient.ts'
import { tokenOf } from './draft.ts'
import type { SendViews } from './index.ts'
import { isUnpaid, useCosts } from './useCosts.ts'
import { usePayment } from './usePayment.ts'
import { useSendTokens } from './useSendTokens.ts'

/** The state of the form: what is missing or wrong, or `ready` for the review. */
export type FormState =
  | 'enterAmount'
  | 'loading'
  | 'insufficient'
  | 'looking'
  | 'enterRecipient'
  | 'noFee'
  | 'ready'

/**
 * Returns the token, amount and recipient of a draft, their costs, and the state of the form.
 * `order` is set when the form is ready.
 */
export function useSendForm(draft: SendViews['WalletSend']) {
  const locale = useFormatLocale()
  const session = useAccount()
  const sendable = useSendTokens()
  const { networkId, status, tokens, listed, native } = sendable
  const { to = '' } = draft ?? {}
  const { token, isRemoved } = tokenOf(draft, { ...sendable, tokens: [...tokens, ...listed] })
  const text = isRemoved ? '' : (draft?.amount ?? '')
  const parsed = readAmount(text, token, locale)
  const amount = parsed.status === 'amount' ? parsed.amount : 0n
  const isPayment = usePayment(to, sendable)
  const read = useRecipient(to, networkId)
  const found: RecipientState = isPayment ? { status: 'looking' } : read
  const recipient = found.status === 'found' ? found.recipient : undefined
  const costs = useCosts(token, native, recipient)
  const state = stateOf()
  return { sendable, to, token, isRemoved, text, parsed, found, costs, state, order: orderOf() }

  /**
   * Returns the first state whose condition is met. An unknown balance does not count as too low.
   */
  function stateOf(): FormState {
    if (amount === 0n) return 'enterAmount'
    if (status === 'pending') return 'loading'
    if (costs.spendable !== undefined && amount > costs.spendable.held) return 'insufficient'
    if (found.status === 'looking') return 'looking'
    if (!recipient) return 'enterRecipient'
    return isUnpaid(costs, token, amount) ? 'noFee' : 'ready'
  }

  function orderOf(): SendViews['SendPreview']['order'] | undefined {
    if (state !== 'ready' || !recipient || !('account' in session)) return undefined
    const { address, symbol, decimals, iconUrl } = token
    return {
      networkId,
      from: session.account.address,
      to: recipient,
      token: { address, symbol, decimals, iconUrl },
      amount,
    }
  }
}
