/**
 * Reads Wallet Standard wallets. Everything from a wallet is untrusted, so each part is read and
 * checked only here, and read once.
 */
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { isObject } from '@latchkey/protocol/isObject'
import * as counts from '@latchkey/protocol/counts'
import { kitError } from '../../../core/errors/errors.ts'
import { listIn, partOf, textsIn } from '../../../core/requests/readParts.ts'
import { readSafely } from '../../../core/requests/readSafely.ts'

/**
 * An account of a wallet: its address, and the wallet's object for this account, which requests to
 * the wallet must contain.
 */
export type FoundAccount = { address: string; account: object }

/**
 * The names of features, each with the name of its function. Wallet Standard,
 * `@solana/wallet-standard-features`
 */
export const features = {
  connect: ['standard:connect', 'connect'],
  disconnect: ['standard:disconnect', 'disconnect'],
  events: ['standard:events', 'on'],
  network: ['latchkey:network', 'switchNetwork'],
  signAndSend: ['solana:signAndSendTransaction', 'signAndSendTransaction'],
  signIn: ['solana:signIn', 'signIn'],
  signMessage: ['solana:signMessage', 'signMessage'],
  signTransaction: ['solana:signTransaction', 'signTransaction'],
} as const
/**
 * The kit's own feature of wallets that it reaches by messages. The feature sets the network of the
 * session. Wallets on the page do not have it.
 */
export const networkFeature = 'latchkey:network'
export type FeatureName = keyof typeof features

type Call = (...args: readonly unknown[]) => unknown

/** The function of a feature. Undefined if the wallet lacks it. */
export function featureOf(wallet: unknown, name: FeatureName): Call | undefined {
  const [feature, method] = features[name]
  return readSafely(() => {
    const features = isObject(wallet) ? wallet['features'] : undefined
    const entry = isObject(features) ? features[feature] : undefined
    const call = isObject(entry) ? entry[method] : undefined
    return typeof call === 'function'
      ? (...args: readonly unknown[]) => Reflect.apply(call, entry, args) as unknown
      : undefined
  }, undefined)
}

/**
 * Calls a feature.
 * @throws KitError methodNotSupported where the wallet lacks it; the wallet's errors
 */
export async function callFeature(
  wallet: unknown,
  name: FeatureName,
  ...args: readonly unknown[]
): Promise<unknown> {
  const call = featureOf(wallet, name)
  if (!call) throw kitError('methodNotSupported')
  return call(...args)
}

/** A version of transactions, in the spelling of wallets. */
export type TransactionVersion = 'legacy' | 0

/**
 * Whether a feature of a wallet supports a version of transactions. True if the feature does not
 * report versions. `supportedTransactionVersions`, Wallet Standard
 */
export function takesVersion(
  wallet: unknown,
  name: 'signAndSend' | 'signTransaction',
  version: TransactionVersion,
): boolean {
  const versions = listIn(
    partOf(partOf(partOf(wallet, 'features'), features[name][0]), 'supportedTransactionVersions'),
    counts.walletChains,
  )
  return versions.length === 0 || versions.includes(version)
}

/** The networks that a wallet reports, as Wallet Standard names: `solana:mainnet`. */
export const chainsOf = (wallet: unknown): readonly string[] =>
  textsIn(partOf(wallet, 'chains'), counts.walletChains).filter((chain) =>
    chain.startsWith('solana:'),
  )

/**
 * The Solana accounts among the first 100 of a wallet's list, without duplicate addresses. Empty if
 * the list can't be read.
 */
export function accountsIn(list: unknown): readonly FoundAccount[] {
  const found = listIn(list, counts.walletAccounts).flatMap((entry): FoundAccount[] =>
    readSafely(() => {
      if (!isObject(entry)) return []
      const { address, chains } = entry
      const isOnNetwork =
        !Array.isArray(chains) ||
        chains.length === 0 ||
        textsIn(chains, counts.walletChains).some((chain) => chain.startsWith('solana:'))
      return isOnNetwork && isSolanaAddress(address) ? [{ address, account: entry }] : []
    }, []),
  )
  return found.filter(
    ({ address }, index) =>
      found.findIndex((otherEntry) => otherEntry.address === address) === index,
  )
}

/** The accounts that a wallet currently shares with this page. */
export const accountsOf = (wallet: unknown): readonly FoundAccount[] =>
  accountsIn(partOf(wallet, 'accounts'))

/**
 * The object by which the wallet knows the account with this address.
 * @throws KitError unauthorized when the wallet does not share that account
 */
export function accountOf(wallet: unknown, address: string): object {
  const found = accountsOf(wallet).find((entry) => entry.address === address)
  if (!found) throw kitError('unauthorized')
  return found.account
}
