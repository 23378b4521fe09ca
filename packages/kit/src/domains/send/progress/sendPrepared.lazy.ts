import { accountMemory } from '../../../core/storage/accountMemory.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { forgetAnswers } from '../../../core/storage/forgetAnswers.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { accountOf } from '../../../core/kit/state.ts'
import type { PreparedSend } from '../review/prepareSend.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { rememberRecipient } from '../recentRecipients.ts'
import { mismatch } from '../review/mismatch.ts'

/**
 * The options of sending. `onAsked` gets the promise of the wallet's own answer, which may settle
 * after the wait for it has ended.
 */
export type SendOptions = { signal?: AbortSignal; onAsked?: (answer: Promise<string>) => void }

/**
 * Requests from the wallet that it signs and sends a prepared transfer, with the fees that were
 * shown. Resolves to its hash once the network accepted it.
 * @throws KitError actionNotAllowed while there are problems, with them as `details`;
 *   addressMissing, chainDisconnected if the wallet switched to another account or network;
 *   userRejected and other errors of the wallet; requestAborted
 */
export async function sendPrepared(
  kit: Kit,
  { from, networkId, to, transaction, problems, token, amount }: PreparedSend,
  { signal, onAsked }: SendOptions = {},
): Promise<string> {
  if (problems.length > 0 || !transaction)
    throw kitError('actionNotAllowed', { details: problems.join(', ') })
  const account = accountOf(kit.getState())
  if (!account) throw kitError('addressMissing')
  // the review was for another account, or for another network's tokens
  if (mismatch(account, { from, networkId })) throw kitError('chainDisconnected')
  forgetAnswers()
  const isRemembered = accountMemory(kit)
  return kit.sendTransaction({
    ...transaction,
    description: {
      operationType: 'send',
      sentTo: to.address,
      transfers: [
        {
          direction: 'out',
          symbol: token.symbol,
          quantity: formatUnits(amount, token.decimals),
          iconUrl: token.iconUrl,
          token: token.address ?? 'native',
        },
      ],
    },
    signal,
    onAsked(answer) {
      answer.then(
        () => isRemembered() && rememberRecipient(kit, to, account.namespace),
        () => {},
      ) // the caller gets the failure
      onAsked?.(answer)
    },
  })
}
