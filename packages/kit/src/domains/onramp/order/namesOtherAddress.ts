import { isAddress, isSameAddress } from '@latchkey/protocol/address'
import { readUrl } from '@latchkey/protocol/readUrl'
import type { Account } from '../../../core/kit/state.ts'

/**
 * Whether the link to a provider's page contains addresses, but not that of the account. The bought
 * tokens would then go to another account.
 */
export function namesOtherAddress(
  link: string,
  { address, namespace }: Pick<Account, 'address' | 'namespace'>,
): boolean {
  const url = readUrl(link)
  if (!url) return true
  // some namespaces accept any word as an address: nothing can be checked there
  if (isAddress('word', namespace)) return false
  const words = [url.pathname, url.hash, ...url.searchParams.values()]
    .flatMap((text) => text.split(/[^0-9A-Za-z]+/))
    .filter((word) => isAddress(word, namespace))
  return words.length > 0 && !words.some((word) => isSameAddress(word, address))
}
