import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import { hasAddress } from '../../core/accounts/sharedAccount.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Link } from '../../core/contracts/connectorSource.ts'
import type { KitNetwork } from '../../core/contracts/network.ts'
import { createInstalled } from './installed/createInstalled.ts'
import type { Installed } from './installed/createInstalled.ts'
import type { BitcoinSigner } from './signer.ts'

/** The lazily loaded members of the adapter, and the wallets of this browser. */
export type Engine = Pick<ChainAdapter, 'switchNetwork' | 'request' | 'signMessage' | 'send'> & {
  installed: Installed
}

/** Creates the engine. Wallets are reached by their signers (`signer.ts`), nodes by Esplora. */
export function createEngine(kit: Kit, networks: readonly KitNetwork[]): Engine {
  return {
    installed: createInstalled(kit, networks),

    async switchNetwork({ link, networkId, signal }) {
      if (!networks.some((entry) => entry.networkId === networkId))
        throw kitError('networkNotFound')
      await withWalletErrors(async () => {
        if (!link.switchNetwork) throw kitError('methodNotSupported')
        await link.switchNetwork({ networkId, signal })
      })
    },

    async request() {
      throw kitError('methodNotFound')
    },

    signMessage: ({ link, address, message }) =>
      withWalletErrors(async () => {
        const { accounts, networkId } = link.state()
        if (!hasAddress(accounts, address)) throw kitError('unauthorized')
        return signerOf(link).signMessage({ address, message, networkId })
      }),

    async send() {
      throw kitError('methodNotSupported')
    },
  }
}

/** The signer of a link. */
// every link of this namespace has a signer as its provider
export const signerOf = (link: Pick<Link, 'provider'>) => link.provider as BitcoinSigner

/**
 * Runs a task and converts its errors.
 * @throws KitError for any error of a wallet
 */
async function withWalletErrors<value>(task: () => Promise<value>): Promise<value> {
  try {
    return await task()
  } catch (error) {
    throw toWalletError(error)
  }
}
