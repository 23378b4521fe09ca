import type { BitcoinTransaction } from '@latchkey/protocol/transaction'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import { hasAddress } from '../../core/accounts/sharedAccount.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import { withWalletErrors } from '../../core/requests/walletError.lazy.ts'
import { kitError } from '../../core/errors/errors.ts'
import { sendFollowed } from '../../core/transactions/sendFollowed.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { KitNetwork } from '../../core/contracts/network.ts'
import { createInstalled } from './installed/createInstalled.ts'
import type { Installed } from './installed/createInstalled.ts'
import type { RemoteSigner } from './remote/createRemoteSigner.ts'
import { signerOf } from './send/senderOf.ts'

/** The lazily loaded members of the adapter, and the wallets of this browser. */
export type Engine = Pick<ChainAdapter, 'switchNetwork' | 'request' | 'signMessage' | 'send'> & {
  installed: Installed
}

/** Creates the engine. Wallets are reached by their signers (`signer.ts`), nodes by Esplora. */
export function createEngine(kit: Kit, networks: readonly KitNetwork[]): Engine {
  const engine: Engine = {
    installed: createInstalled(kit, networks),

    async switchNetwork({ link, networkId, signal }) {
      if (!networks.some((entry) => entry.networkId === networkId))
        throw kitError('networkNotFound')
      await withWalletErrors(async () => {
        if (link.switchNetwork)
          return link.switchNetwork({ networkId, signal })
          // a link without the function has a signer over messages
        ;(link.provider as RemoteSigner).switchNetwork(networkId)
      })
    },

    async request({ method, params, networkId, link }) {
      // a node of Bitcoin has paths and no methods
      if (!link) throw kitError('methodNotFound')
      const { answerMethod } = await loadCode(import('./answerMethod.lazy.ts'))
      return withWalletErrors(() =>
        answerMethod(
          { kit, link, networkId, send: (each) => sendFollowed(kit, engine.send, each) },
          method,
          params,
        ),
      )
    },

    signMessage: ({ link, address, message }) =>
      withWalletErrors(async () => {
        const { accounts, networkId } = link.state()
        if (!hasAddress(accounts, address)) throw kitError('unauthorized')
        return signerOf(link).signMessage({ address, message, networkId })
      }),

    async send({ link, address, networkId, transaction, signal }) {
      if (link.state().networkId !== networkId) throw kitError('chainDisconnected')
      const { sendTransaction } = await loadCode(import('./send/sendTransaction.lazy.ts'))
      return sendTransaction(kit, {
        link,
        address,
        networkId,
        // the cast: the kit calls an adapter only with transactions of the adapter's namespace
        transaction: transaction as BitcoinTransaction,
        ...(signal && { signal }),
      })
    },
  }
  return engine
}
