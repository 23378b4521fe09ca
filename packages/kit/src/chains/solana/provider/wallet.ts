/**
 * Wallets of the Wallet Standard. Everything that one gives is untrusted: each part is read once,
 * here, and checked.
 */
import { isSolanaAddress } from '@latchkey/protocol/solanaAddress'
import { isObject } from '@latchkey/protocol/isObject'
import * as counts from '@latchkey/protocol/counts'
import { kitError } from '../../../core/errors.ts'
import { readSafely } from '../../../core/asking/readSafely.ts'

/**
 * An account of a wallet: its address, and the wallet's own object, which the wallet wants back.
 */
export type FoundAccount = { address: string; account: object }

/**
 * The names of features, each with the function that it has. Wallet Standard,
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
 * The feature of a wallet that is reached by messages, whose session knows the network: the kit's
 * own, which no wallet of a page is asked for.
 */
export const networkFeature = 'latchkey:network'
export type FeatureName = keyof typeof features

type Call = (...args: readonly unknown[]) => unknown

/** The function of a feature; undefined where the wallet lacks it. */
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
 * Uses a feature. @throws KitError methodNotSupported where the wallet lacks it; what the wallet
 * answers, also where it throws instead of rejecting
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

/** A form of transactions that wallets name: without a version, or version 0. */
export type TransactionVersion = 'legacy' | 0

/**
 * Whether a wallet takes transactions of a version by a feature; one that says nothing about
 * versions does. `supportedTransactionVersions`, Wallet Standard
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

/** Texts of a wallet's list, those of another type left out; empty if it can not be read. */
const textsOf = (list: unknown, most = counts.walletChains): readonly string[] =>
  listIn(list, most).filter((entry) => typeof entry === 'string')

/** The networks that a wallet names, as the Wallet Standard names them: `solana:mainnet`. */
export const chainsOf = (wallet: unknown): readonly string[] =>
  textsOf(partOf(wallet, 'chains')).filter((chain) => chain.startsWith('solana:'))

/**
 * The first 100 accounts of a list that are Solana's, each address once; empty if the list can not
 * be read.
 */
export function accountsIn(list: unknown): readonly FoundAccount[] {
  const found = listIn(list, counts.walletAccounts).flatMap((entry): FoundAccount[] =>
    readSafely(() => {
      if (!isObject(entry)) return []
      const { address, chains } = entry
      const isOnNetwork =
        !Array.isArray(chains) ||
        chains.length === 0 ||
        textsOf(chains).some((chain) => chain.startsWith('solana:'))
      return isOnNetwork && isSolanaAddress(address) ? [{ address, account: entry }] : []
    }, []),
  )
  return found.filter(
    ({ address }, index) =>
      found.findIndex((otherEntry) => otherEntry.address === address) === index,
  )
}

/** The accounts that a wallet shares with this page now. */
export const accountsOf = (wallet: unknown): readonly FoundAccount[] =>
  accountsIn(partOf(wallet, 'accounts'))

/**
 * The wallet's own object for an address. @throws KitError unauthorized when the wallet does not
 * share that account
 */
export function accountOf(wallet: unknown, address: string): object {
  const found = accountsOf(wallet).find((entry) => entry.address === address)
  if (!found) throw kitError('unauthorized')
  return found.account
}

/**
 * The first items of a wallet's list, as a list of the page's own: one of the wallet's may have
 * methods of its own. Empty if it can not be read.
 */
export const listIn = (list: unknown, most: number): readonly unknown[] =>
  readSafely(
    () =>
      Array.isArray(list)
        ? Array.from({ length: Math.min(list.length, most) }, (_, index) => list[index] as unknown)
        : [],
    [],
  )

/**
 * How long bytes are and of which kind, whatever they say of themselves, and in which frame they
 * were made.
 */
const byteArrayProperties = Object.getOwnPropertyDescriptors(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
) as { length?: PropertyDescriptor; [Symbol.toStringTag]?: PropertyDescriptor } // the language's own

/**
 * Bytes that a wallet gave, of a length in these bounds, as a copy; undefined for anything else.
 */
export function bytesIn(
  value: unknown,
  [least, most]: readonly [least: number, most: number],
): Uint8Array<ArrayBuffer> | undefined {
  if (
    !isObject(value) ||
    readSafely(
      () => byteArrayProperties[Symbol.toStringTag]?.get?.call(value) as unknown,
      undefined,
    ) !== 'Uint8Array'
  )
    return undefined
  const length = Number(byteArrayProperties.length?.get?.call(value))
  return length >= least && length <= most
    ? Uint8Array.from({ length }, (_, index) => Number(value[index]))
    : undefined
}

/** A part of a wallet's answer; undefined if it can not be read. */
export const partOf = (answer: unknown, part: string): unknown =>
  readSafely(() => (isObject(answer) ? answer[part] : undefined), undefined)

/**
 * A part of the first of a wallet's answers: features for transactions and messages answer with
 * lists.
 */
export const partOfFirst = (answer: unknown, part: string): unknown =>
  partOf(listIn(answer, 1)[0], part)
