import { isPolkadotAddress } from '@latchkey/protocol/chains/polkadot'
import { spelledFor } from '@latchkey/protocol/chains/polkadotNetworks'
import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { trimUnseen } from '@latchkey/protocol/trimUnseen'
import type { ParsedRecipient, RecipientFault } from '../../../core/contracts/facets/addresses.ts'
import { readLink } from './readLink.ts'
import type { PayLink } from './readLink.ts'

/**
 * Reads an address, an account with its network (CAIP-10), or a payment link. An address with the
 * prefix of any network is accepted, because it is the same account everywhere, and is returned in
 * the spelling of the network. A public key in hex is refused: it looks like the hash of a
 * transaction.
 * @param networkId the network to send on
 */
export function readRecipient(text: string, networkId?: string): ParsedRecipient {
  const plain = trimUnseen(text)
  if (plain === '') return { status: 'empty' }
  const [, namespace = '', reference = '', account] =
    /^([a-z\d]{3,8}):([-\w]{1,32}):([-.%\w]{1,128})$/.exec(plain) ?? []
  if (account !== undefined && namespace !== 'substrate') {
    const accountNetwork = `${namespace}:${reference}`
    return namespace !== 'polkadot' || (networkId !== undefined && networkId !== accountNetwork)
      ? refused('otherNetwork')
      : readAddress(account, accountNetwork)
  }
  if (/^(?:(?:[a-z][a-z\d-]{0,31}:)?0x[\da-f]{40}|(?:ethereum|solana|bitcoin):.+)$/i.test(plain))
    return refused('otherNetwork')
  const link = readLink(plain)
  if (link && networkId !== undefined && !isOfNetwork(link, networkId))
    return refused('otherNetwork')
  return readAddress(link?.address ?? plain, networkId)
}

/** Whether a link is for a network. True for one that names none. */
export const isOfNetwork = ({ genesis }: PayLink, networkId: string): boolean =>
  genesis === undefined || networkId === `polkadot:${genesis.slice(0, 32)}`

function readAddress(text: string, networkId: string | undefined): ParsedRecipient {
  if (readSs58(text)) {
    const address = networkId === undefined ? text : spelledFor(networkId, text)
    return address === undefined ? refused('notAnAddress') : { status: 'address', address }
  }
  return refused(isPolkadotAddress(text) ? 'wrongChecksum' : 'notAnAddress')
}

const refused = (fault: RecipientFault): ParsedRecipient => ({ status: 'refused', fault })
