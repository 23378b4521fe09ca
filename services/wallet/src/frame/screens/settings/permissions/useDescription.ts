import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import type { DescribeSession } from '../../../approve/session/describeSession.ts'
import { messages as sessionMessages } from '../../../approve/session/messages.ts'
import type { Token, Tokens } from '../../../approve/transaction/loadTokens.ts'
import { messages as transactionMessages } from '../../../approve/transaction/messages.ts'
import { useFormatLocale } from '../../../words/useFormatLocale.ts'
import { useMessages } from '../../../words/useMessages.ts'
import type { Permission } from './loadPermissions.ts'

/** The currency of a network that the wallet does not serve any more: its units are not known. */
const unknownCurrency = { symbol: '', decimals: 0 }

/** Returns what the description of a permission needs. */
export function useDescription(): (
  permission: Pick<Permission, 'grant' | 'network' | 'tokens'>,
) => DescribeSession {
  const words = useMessages(sessionMessages)
  const amounts = useMessages(transactionMessages)
  const locale = useFormatLocale()
  return ({ grant, network, tokens }) => ({
    words,
    amounts,
    locale,
    currency: network?.currency ?? unknownCurrency,
    token: tokenOf(grant.terms, tokens),
  })
}

/** The token of a spending, as its contract describes it. */
const tokenOf = ({ what }: SessionTerms, tokens: Tokens): Token | undefined =>
  what.kind !== 'calls' && what.token ? tokens.get(what.token) : undefined
