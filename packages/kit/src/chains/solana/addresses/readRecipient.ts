import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { trimUnseen } from '@latchkey/protocol/trimUnseen'
import type { ParsedRecipient } from '../../../core/contracts/facets/addresses.ts'
import { readLink } from './readLink.ts'

/**
 * Reads an address, an account with its network (CAIP-10), or a Solana Pay link. A link with a memo
 * or a reference is refused: the kit can't add them to the transfer, and the payee would not
 * recognise the payment without them.
 * @param networkId the network to send on
 */
export function readRecipient(text: string, networkId?: string): ParsedRecipient {
  const plain = trimUnseen(text)
  if (plain === '') return { status: 'empty' }
  if (isSolanaAddress(plain)) return { status: 'address', address: plain }
  const [, namespace = '', reference = '', account] =
    /^([a-z\d]{3,8}):([-\w]{1,32}):([-.%\w]{1,128})$/.exec(plain) ?? []
  if (account !== undefined) {
    if (
      namespace !== 'solana' ||
      (networkId !== undefined && networkId !== `${namespace}:${reference}`)
    )
      return { status: 'refused', fault: 'otherNetwork' }
    return isSolanaAddress(account)
      ? { status: 'address', address: account }
      : { status: 'refused', fault: 'notAnAddress' }
  }
  if (
    /^(?:(?:[a-z][a-z\d-]{0,31}:)?0x[\da-f]{40}|(?:ethereum|bitcoin):.+|(?:bc|tb)1[a-z\d]{30,90})$/i.test(
      plain,
    )
  )
    return { status: 'refused', fault: 'otherNetwork' }
  const link = readLink(plain)
  return link && !link.isBound
    ? { status: 'address', address: link.to }
    : { status: 'refused', fault: 'notAnAddress' }
}
