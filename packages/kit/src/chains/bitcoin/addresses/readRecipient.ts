import { addressKey } from '@latchkey/protocol/address'
import { isBitcoinAddress } from '@latchkey/protocol/chains/bitcoin'
import {
  bitcoinMainnetId,
  bitcoinNetworkOf,
  bitcoinRegtestId,
} from '@latchkey/protocol/chains/bitcoinNetworks'
import { trimUnseen } from '@latchkey/protocol/trimUnseen'
import type { ParsedRecipient, RecipientFault } from '../../../core/contracts/facets/addresses.ts'
import { scriptOf } from '../wire/scripts.ts'
import { readLink } from './readLink.ts'

/** A network of each form that addresses have. */
const networkIds = [
  bitcoinMainnetId,
  'bip122:000000000933ea01ad0ee984209779ba',
  bitcoinRegtestId,
] as const

/**
 * Reads an address, an account with its network (CAIP-10), or a payment link (BIP-21). A Bech32
 * address in upper case is returned in lower case.
 * @param networkId the network to send on
 */
export function readRecipient(text: string, networkId?: string): ParsedRecipient {
  const plain = trimUnseen(text)
  if (plain === '') return { status: 'empty' }
  const [, namespace = '', reference = '', account] =
    /^([a-z\d]{3,8}):([-\w]{1,32}):([-.%\w]{1,128})$/.exec(plain) ?? []
  if (account !== undefined) {
    const accountNetwork = `${namespace}:${reference}`
    return bitcoinNetworkOf(accountNetwork) === undefined ||
      (networkId !== undefined && networkId !== accountNetwork)
      ? refused('otherNetwork')
      : readAddress(account, accountNetwork)
  }
  if (/^(?:(?:[a-z][a-z\d-]{0,31}:)?0x[\da-f]{40}|(?:ethereum|solana):.+)$/i.test(plain))
    return refused('otherNetwork')
  return readAddress(/^bitcoin:/i.test(plain) ? (readLink(plain)?.address ?? '') : plain, networkId)
}

function readAddress(text: string, networkId: string | undefined): ParsedRecipient {
  const possible = networkId === undefined ? networkIds : [networkId]
  if (possible.some((id) => scriptOf(text, id)))
    return { status: 'address', address: addressKey(text) }
  if (networkIds.some((id) => scriptOf(text, id))) return refused('otherNetwork')
  return refused(
    isBitcoinAddress(text) || /^(?:bc|tb|bcrt)1[a-z\d]{20,90}$/i.test(text)
      ? 'wrongChecksum'
      : 'notAnAddress',
  )
}

const refused = (fault: RecipientFault): ParsedRecipient => ({ status: 'refused', fault })
