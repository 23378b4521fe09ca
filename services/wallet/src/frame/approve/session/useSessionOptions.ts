import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useFormatLocale } from '../../words/useFormatLocale.ts'
import { useMessages } from '../../words/useMessages.ts'
import { loadTokens } from '../transaction/loadTokens.ts'
import { messages as transactionMessages } from '../transaction/messages.ts'
import type { DescribeSession } from './describeSession.ts'
import { messages } from './messages.ts'

/** Loads what a description of a session's terms needs: the token's own name and units. */
export function useSessionOptions(
  wallet: Wallet,
  network: Network,
  { what }: Pick<SessionTerms, 'what'>,
): { isLoading: boolean; options: DescribeSession } {
  const words = useMessages(messages)
  const amounts = useMessages(transactionMessages)
  const locale = useFormatLocale()
  const token = what.kind === 'calls' ? undefined : what.token
  const loaded = useLoaded((signal) =>
    loadTokens(wallet, network, { contracts: token ? [token] : [], signal }),
  )
  return {
    isLoading: loaded.status === 'loading',
    options: {
      words,
      amounts,
      locale,
      currency: network.currency,
      token: loaded.status === 'done' && token ? loaded.value.get(token) : undefined,
    },
  }
}
