import { bitcoinNetworkIdOf, bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import type { BitcoinNetwork } from '@latchkey/protocol/chains/bitcoinNetworks'

/** The name of a Bitcoin network. */
export type BitcoinNetworkName = BitcoinNetwork['name']

/** The parameters of a network by its name. */
export function paramsOf(name: BitcoinNetworkName): BitcoinNetwork {
  const params = bitcoinNetworkOf(bitcoinNetworkIdOf(name) ?? '')
  if (!params) throw new Error(`There is no network ${name}`)
  return params
}
