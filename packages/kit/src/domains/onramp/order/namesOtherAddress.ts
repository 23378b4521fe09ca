import { isAddress, isSameAddress } from '@latchkey/protocol/address'
import { readUrl } from '@latchkey/protocol/readUrl'
import type { Account } from '../../../core/kit/state.ts'

/**
 * Whether the link of a provider's page has addresses, and the account's is not among them. The
 * tokens would then go to another account.
 */
export function namesOtherAddress(
  link: string,
  { address, namespace }: Pick<Account, 'address' | 'namespace'>,
): boolean {
  const url = readUrl(link)
  if (!url) return true
  // in a namespace where any word is a valid address, nothing can be checked
  if (isAddress('word', namespace)) return false
  const words = [url.pathname, url.hash, ...url.searchParams.values()]
    .flatMap((text) => text.split(/[^0-9A-Za-z]+/))
    .filter((word) => isAddress(word, namespace))
  return words.length > 0 && !words.some((word) => isSameAddress(word, address))
}
