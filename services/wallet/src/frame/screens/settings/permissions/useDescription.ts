import type { DescribeSession } from '../../../approve/session/describeSession.ts'
import { messages as sessionMessages } from '../../../approve/session/messages.ts'
import { messages as transactionMessages } from '../../../approve/transaction/messages.ts'
import { useFormatLocale } from '../../../words/useFormatLocale.ts'
import { useMessages } from '../../../words/useMessages.ts'
import type { Permission } from './loadPermissions.ts'

/** The currency of a network that the wallet does not serve any more: its units are not known. */
const unknownCurrency = { symbol: '', decimals: 0 }

/** Returns what the description of a permission needs. */
export function useDescription(): (
  permission: Pick<Permission, 'network' | 'token'>,
) => DescribeSession {
  const words = useMessages(sessionMessages)
  const amounts = useMessages(transactionMessages)
  const locale = useFormatLocale()
  return ({ network, token }) => ({
    words,
    amounts,
    locale,
    currency: network?.currency ?? unknownCurrency,
    token,
  })
}
