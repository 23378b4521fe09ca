import { isSameAddress } from '@latchkey/protocol/address'
import type { PolkadotTransaction } from '@latchkey/protocol/transaction'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import type { KitNetwork } from '../../core/contracts/network.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import { withWalletErrors } from '../../core/requests/walletError.lazy.ts'
import { createInstalled } from './installed/createInstalled.ts'
import type { Installed } from './installed/createInstalled.ts'
import type { RemoteSigner } from './remote/createRemoteSigner.ts'
import { signerOf } from './signer.ts'

/** The lazily loaded members of the adapter, and the wallets of this browser. */
export type Engine = Pick<ChainAdapter, 'switchNetwork' | 'request' | 'signMessage' | 'send'> & {
  installed: Installed
}

/** Creates the engine. Wallets are reached by their signers (`signer.ts`), nodes by JSON-RPC. */
export function createEngine(kit: Kit, networks: readonly KitNetwork[]): Engine {
  return {
    installed: createInstalled(kit, networks),

    async switchNetwork({ link, networkId, signal }) {
      if (!networks.some((entry) => entry.networkId === networkId))
        throw kitError('networkNotFound')
      await withWalletErrors(async () => {
        if (link.switchNetwork)
          return link.switchNetwork({ networkId, ...(signal && { signal }) })
          // a link without the function has a signer over messages
        ;(link.provider as RemoteSigner).switchNetwork(networkId)
      })
    },

    async request({ method, params, networkId, link, signal }) {
      if (!link) {
        const { requestNode } = await loadCode(import('./node/requestNode.lazy.ts'))
        return requestNode(kit, networkId, method, params, signal)
      }
      const { answerMethod } = await loadCode(import('./answerMethod.lazy.ts'))
      return withWalletErrors(() => answerMethod({ link, networkId }, method, params))
    },

    signMessage: ({ link, address, message }) =>
      withWalletErrors(async () => {
        const { accounts, networkId } = link.state()
        if (!accounts.some((account) => isSameAddress(account.address, address)))
          throw kitError('unauthorized')
        return signerOf(link).signMessage({ address, message, networkId })
      }),

    async send({ transaction, ...parameters }) {
      const { sendTransaction } = await loadCode(import('./send/sendTransaction.lazy.ts'))
      return sendTransaction(kit, {
        ...parameters,
        // the cast: the kit calls an adapter only with transactions of the adapter's namespace
        transaction: transaction as PolkadotTransaction,
      })
    },
  }
}
