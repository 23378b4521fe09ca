import { bitcoinNetworkOf, bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'

/** How addresses and keys of this chain are written. */
export const regtest = requireRegtest()

function requireRegtest() {
  const network = bitcoinNetworkOf(bitcoinRegtestId)
  if (!network) throw new Error('The protocol does not know regtest.')
  return network
}
