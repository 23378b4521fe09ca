import type { NetworkId } from '@latchkey/protocol/caip'
import type { PolkadotKeyType } from '@latchkey/protocol/chains/polkadotKeys'
import { polkadotNetworkOf } from '@latchkey/protocol/chains/polkadotNetworks'
import { genericPrefix, readSs58, writeSs58 } from '@latchkey/protocol/chains/ss58'
import { walletAccounts } from '@latchkey/protocol/counts'
import { toHex } from '@latchkey/protocol/hex'
import type { SharedAccount } from '../../../core/accounts/sharedAccount.ts'
import { listIn, partOf } from '../../../core/requests/readParts.ts'
import { cleanText } from '../../../core/text/cleanText.ts'

/**
 * An account as an installed wallet reports it.
 * - `address`: in the wallet's own spelling, which it knows in requests
 * - `key`: the public key in hex, by which addresses are compared
 * - `name`: what the owner calls it
 * - `networkId`: the only network of the account. Accounts of some hardware wallets have one
 */
export type ReportedAccount = {
  address: string
  key: string
  type?: PolkadotKeyType
  name?: string
  networkId?: string
}

const types: readonly unknown[] = ['sr25519', 'ed25519', 'ecdsa'] satisfies PolkadotKeyType[]
const isKeyType = (value: unknown): value is PolkadotKeyType => types.includes(value)

/** The maximum number of entries that are read. Accounts of other kinds may be among them. */
const maxEntries = 1_000

/**
 * Reads a wallet's list of accounts. An entry without an address of Polkadot is left out, and so is
 * an account of the type `ethereum`, which belongs to EVM networks. Source: `InjectedAccount` of
 * the polkadot-js extension
 */
export function readReported(list: unknown): readonly ReportedAccount[] {
  return listIn(list, maxEntries).flatMap((entry): ReportedAccount[] => {
    const [address, type, genesis] = [
      partOf(entry, 'address'),
      partOf(entry, 'type'),
      partOf(entry, 'genesisHash'),
    ]
    const name = cleanText(partOf(entry, 'name'))
    const read = typeof address === 'string' ? readSs58(address) : undefined
    if (!read || typeof address !== 'string' || type === 'ethereum') return []
    return [
      {
        address,
        key: toHex(read.key),
        ...(isKeyType(type) && { type }),
        ...(name !== '' && { name }),
        ...(typeof genesis === 'string' && genesis !== '' && { networkId: networkIdOf(genesis) }),
      },
    ]
  })
}

/** The CAIP-2 id of the network with this genesis hash: its reference is 16 bytes of the hash. */
const networkIdOf = (genesisHash: string): string =>
  `polkadot:${genesisHash.replace(/^0x/, '').slice(0, 32).toLowerCase()}`

/** The accounts that can be used on a network, at most 100. A key is listed once. */
export function accountsOn(
  reported: readonly ReportedAccount[],
  networkId: NetworkId,
): readonly ReportedAccount[] {
  const keys = new Set<string>()
  return reported
    .filter(({ key, networkId: own }) => {
      if ((own !== undefined && own !== networkId) || keys.has(key)) return false
      keys.add(key)
      return true
    })
    .slice(0, walletAccounts)
}

/** The accounts in the network's spelling. The prefix of a network that is not known is 42. */
export function spelled(
  accounts: readonly ReportedAccount[],
  networkId: NetworkId,
): readonly SharedAccount[] {
  const prefix = polkadotNetworkOf(networkId)?.prefix ?? genericPrefix
  return accounts.flatMap(({ address, name }) => {
    const read = readSs58(address)
    return read
      ? [{ address: writeSs58(read.key, prefix), ...(name !== undefined && { name }) }]
      : []
  })
}
