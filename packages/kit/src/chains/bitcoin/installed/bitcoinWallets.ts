import { isObject } from '@latchkey/protocol/isObject'
import type { WalletKind } from '../../../sources/installed/discoverWallets.ts'

/** The first part of the connector ids of Bitcoin wallets. */
export const prefix = 'bitcoin'

/**
 * Wallets of the Wallet Standard that connect on Bitcoin, by its features or by those of
 * sats-connect.
 */
export const bitcoinWallets: WalletKind = {
  prefix,
  isOfChain: ({ features, chains }) =>
    chains.some((chain) => chain.startsWith('bitcoin:')) &&
    ['bitcoin:connect', 'sats-connect:'].some((name) => isObject(features[name])),
}
