import { polkadotNetworkOf } from '@latchkey/protocol/chains/polkadotNetworks'
import { genericPrefix, readSs58, writeSs58 } from '@latchkey/protocol/chains/ss58'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import type { Network } from './network.ts'

/**
 * An account on a network of Polkadot.
 * - `address`: with the network's prefix, or with the generic one where the network is not known
 * - `publicKey`: 32 bytes of sr25519
 * - `record`: the entry of the account's record
 */
export type PolkadotAccount = {
  address: string
  publicKey: Uint8Array
  prefix: number
  record: string
}

/**
 * The account on a network of Polkadot.
 * @throws Fault `networkNotFound` for an account without a valid address there
 */
export function polkadotAccount(
  { networkId }: Pick<Network, 'networkId'>,
  { polkadot: record }: Pick<WalletAddresses, 'polkadot'>,
): PolkadotAccount {
  // a record that the site has named may have any address of the right length
  const read = record === undefined ? undefined : readSs58(record)
  if (!read || record === undefined) throw fault('networkNotFound')
  const prefix = polkadotNetworkOf(networkId)?.prefix ?? genericPrefix
  return { address: writeSs58(read.key, prefix), publicKey: read.key, prefix, record }
}
