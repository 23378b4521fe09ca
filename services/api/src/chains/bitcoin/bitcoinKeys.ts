import { Address, OutScript } from '@scure/btc-signer'
import { isBitcoinAddress } from '@latchkey/protocol/chains/bitcoin'
import { bitcoinNetworkIds, bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import { addressKey } from '@latchkey/protocol/address'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { AccountAddress, AccountAddresses, ChainKeys, Key } from '../chainReader.ts'
import { networkOf } from './bitcoinChain.ts'

/** What the addresses of an account are for, in their order. */
const purposes = ['payment', 'ordinals'] as const

/**
 * How Bitcoin writes accounts: as one address, or as the payment address and the ordinals address
 * with a comma between them. The key of an address is its output script; the network is not part
 * of it.
 */
export const bitcoinKeys: ChainKeys = {
  readAccount(text) {
    const parts = text.split(',', purposes.length + 1)
    if (parts.length > purposes.length) return undefined
    const [first, second] = parts.map(readAddress)
    if (!first || (parts.length > 1 && !second)) return undefined
    const networks = (first.networks ?? []).filter((id) => second?.networks?.includes(id) ?? true)
    if (networks.length === 0) return undefined
    const all = second && second.key !== first.key ? [first, second] : [first]
    const [payment, ...others] = all.map(({ key }, index): AccountAddress => {
      const purpose = purposes[index]
      return { key, networks, ...(purpose && { purpose }) }
    })
    return payment && ([payment, ...others] satisfies AccountAddresses)
  },
  readToken: (text) => (text === nativeTokenAddress ? nativeTokenAddress : undefined),
  addressText: (key, networkId) => addressOf(scriptOf(key), networkId) ?? '',
  plainText: (key) => key.slice(2),
}

/** The script of an address, and the networks on which the text is an address. */
function readAddress(text: string): AccountAddress | undefined {
  if (!isBitcoinAddress(text)) return undefined
  const address = addressKey(text)
  let key: Key | undefined
  const networks = bitcoinNetworkIds().filter((id) => {
    try {
      const script = OutScript.encode(Address(bitcoinNetworkOf(id)).decode(address))
      key = `0x${Buffer.from(script).toString('hex')}`
      return true
    } catch {
      return false // another network's address, or a wrong checksum
    }
  })
  return key && { key, networks }
}

/** The bytes of an output script, in hex. */
const scriptOf = (key: Key): string => key.slice(2)

/** The address of an output script in hex. Undefined for a script without one. */
export function addressOf(script: string, networkId: string): string | undefined {
  try {
    return Address(networkOf(networkId)).encode(OutScript.decode(Buffer.from(script, 'hex')))
  } catch {
    return undefined // a bare key, several keys, data, or any other program
  }
}
