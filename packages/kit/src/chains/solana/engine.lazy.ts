import type { NetworkId } from '@latchkey/protocol/caip'
import type { SolanaTransaction } from '@latchkey/protocol/transaction'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import { createNode } from '../../core/requests/createNode.ts'
import { withWalletErrors } from '../../core/requests/walletError.lazy.ts'
import { kitError } from '../../core/errors/errors.ts'
import { throwAsUnsent } from '../../core/errors/throwAsUnsent.ts'
import { sendFollowed } from '../../core/transactions/sendFollowed.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { KitNetwork } from '../../core/contracts/network.ts'
import { createInstalled } from './installed/createInstalled.ts'
import type { Installed } from './installed/createInstalled.ts'
import { isVerdict, toNodeError } from './nodeError.ts'
import { sendSigned } from './sendSigned.ts'
import { callFeature } from './provider/wallet.ts'
import { sendsItself, signAndSend, signMessage, signTransactions } from './sign.ts'
import type { SignParameters } from './sign.ts'
import { answerMethod } from './answerMethod.ts'
import { isSameTransaction } from './wire/isSameTransaction.ts'
import { toBase64 } from '@latchkey/protocol/base64'
import { readWire } from './wire/transaction.ts'
import type { Wire } from './wire/transaction.ts'

/** The lazily loaded members of the adapter, and the wallets of this browser. */
export type Engine = Pick<ChainAdapter, 'switchNetwork' | 'request' | 'signMessage' | 'send'> & {
  installed: Installed
}

/** Creates the engine. Wallets are reached by the Wallet Standard, nodes by JSON-RPC. */
export function createEngine(kit: Kit, networks: readonly KitNetwork[]): Engine {
  const node = createNode(kit, networks, isVerdict)
  const requestNode = async (
    networkId: NetworkId,
    method: string,
    params: unknown,
    signal?: AbortSignal,
  ) => {
    try {
      return await node.request(networkId, method, params, signal)
    } catch (error) {
      throw toNodeError(error)
    }
  }
  const engine: Engine = {
    installed: createInstalled(kit, networks),

    async switchNetwork({ link, networkId, signal }) {
      if (!networks.some((entry) => entry.networkId === networkId))
        throw kitError('networkNotFound')
      await withWalletErrors(async () =>
        link.switchNetwork
          ? link.switchNetwork({ networkId, signal })
          : void (await callFeature(link.provider, 'network', networkId)),
      )
    },

    request: ({ method, params, networkId, link, signal }) =>
      link
        ? withWalletErrors(() =>
            answerMethod(
              { link, networkId, send: (each) => sendFollowed(kit, engine.send, each) },
              method,
              params,
            ),
          )
        : requestNode(networkId, method, params, signal),

    signMessage: ({ link, address, message }) =>
      withWalletErrors(() => signMessage({ link, address }, new TextEncoder().encode(message))),

    async send({ link, address, networkId, transaction }) {
      if (link.state().networkId !== networkId) throw kitError('chainDisconnected')
      // the cast: the kit calls an adapter only with transactions of the adapter's namespace
      const wire = readWire((transaction as SolanaTransaction).serialized)
      if (!wire.signers.includes(address)) throw kitError('unauthorized')
      const signParameters = { link, address, networkId }
      if (sendsItself(link.provider, networkId)) return signAndSendNew(kit, signParameters, wire)
      const [signed] = await withWalletErrors(() => signTransactions(signParameters, [wire])).catch(
        throwAsUnsent,
      )
      if (!signed) throw kitError('answerInvalid', { isUnsent: true })
      if (!isSameTransaction(wire, signed)) throw kitError('transactionChanged')
      return sendSigned((method, params) => requestNode(networkId, method, params), signed)
    },
  }
  return engine
}

/**
 * Lets a wallet sign and send a transaction.
 * @throws KitError answerInvalid if the wallet returns the hash of an earlier transaction; any
 *   error of the wallet
 */
async function signAndSendNew(kit: Kit, parameters: SignParameters, wire: Wire): Promise<string> {
  const hash = await withWalletErrors(() => signAndSend(parameters, wire))
  const earlier = kit
    .getState()
    .pending?.find((entry) => entry.hash === hash && entry.networkId === parameters.networkId)
  // a hash belongs to one transaction, so different bytes show that the wallet did not send this
  // one
  if (earlier?.asked !== undefined && earlier.asked !== toBase64(wire.bytes))
    throw kitError('answerInvalid', { details: 'The wallet named an earlier transaction.' })
  return hash
}
