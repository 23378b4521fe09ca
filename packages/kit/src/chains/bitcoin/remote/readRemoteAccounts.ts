import { isBitcoinAddress } from '@latchkey/protocol/chains/bitcoin'
import {
  bitcoinNetworkOf,
  bitcoinNetworkIdOf,
  isBitcoinAddressOn,
} from '@latchkey/protocol/chains/bitcoinNetworks'
import { walletAccounts } from '@latchkey/protocol/counts'
import type { SharedAccount } from '../../../core/accounts/sharedAccount.ts'
import { partOf } from '../../../core/requests/readParts.ts'
import { readSafely } from '../../../core/requests/readSafely.ts'
import { readEntries } from './readEntries.ts'

/** The name of the session's property that lists all addresses of an account. */
const property = 'bip122_getAccountAddresses'

/**
 * The accounts of a session: the addresses that the wallet granted, with the public keys and the
 * purposes in the session's properties. The first address for ordinals there is added, because a
 * wallet grants only the first address of an account, the one for payments.
 */
export function readRemoteAccounts(
  addresses: readonly string[],
  properties?: string,
): readonly SharedAccount[] {
  const granted = [...new Set(addresses.filter(isBitcoinAddress))].slice(0, walletAccounts)
  const entries = readProperty(properties)
  const found = granted.map(
    (address) => entries.find((entry) => entry.address === address) ?? { address },
  )
  const [first] = found
  const ordinals =
    first &&
    entries.find(
      ({ address, purpose }) => purpose === 'ordinals' && isOnSameNetwork(address, first.address),
    )
  if (!ordinals) return found
  const payments = found
    .filter(({ address }) => address !== ordinals.address)
    .map((account): SharedAccount => ({ purpose: 'payment', ...account }))
  return [...payments, ordinals]
}

/** The addresses in the session's properties: a list, or lists by intention, or JSON of these. */
function readProperty(properties: string | undefined): readonly SharedAccount[] {
  const value = parsed(partOf(partOf(parsed(properties), 'sessionProperties'), property))
  return Array.isArray(value)
    ? readEntries(value)
    : ['payment', 'ordinal'].flatMap((intention) =>
        readEntries(partOf(value, intention), intention),
      )
}

/** The value of a JSON text. Any other value is returned as it is. */
const parsed = (value: unknown): unknown =>
  typeof value === 'string' ? readSafely(() => JSON.parse(value) as unknown, undefined) : value

/** Whether two addresses have the form of one network. */
const isOnSameNetwork = (address: string, otherAddress: string): boolean =>
  ['mainnet', 'testnet', 'regtest'].some((name) => {
    const network = bitcoinNetworkOf(bitcoinNetworkIdOf(name) ?? '')
    return (
      network !== undefined &&
      isBitcoinAddressOn(address, network) &&
      isBitcoinAddressOn(otherAddress, network)
    )
  })
