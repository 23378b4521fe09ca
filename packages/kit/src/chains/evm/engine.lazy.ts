import { toHex as bytesToHex } from '@latchkey/protocol/hex'
import type { EvmTransaction } from '@latchkey/protocol/transaction'
import { accountMemory } from '../../core/storage/accountMemory.ts'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { KitNetwork } from '../../core/contracts/network.ts'
import { createNode } from '../../core/requests/createNode.ts'
import { withWalletErrors } from '../../core/requests/walletError.lazy.ts'
import { createInstalled } from './installed/createInstalled.ts'
import type { Installed } from './installed/createInstalled.ts'
import { followSent } from './followSent.ts'
import { switchWalletNetwork } from './switchWalletNetwork.ts'
import { sendRequest, toProvider } from './provider/provider.ts'
import { chainIdOf, isHash, toQuantity } from './provider/quantity.ts'

/** The lazily loaded members of the adapter, and the wallets of this browser. */
export type Engine = Pick<ChainAdapter, 'switchNetwork' | 'request' | 'signMessage' | 'send'> & {
  installed: Installed
}

/** Creates the engine. Wallets are reached by EIP-1193, nodes by JSON-RPC. */
export function createEngine(kit: Kit, networks: readonly KitNetwork[]): Engine {
  const node = createNode(kit, networks, isVerdict)
  return {
    installed: createInstalled(kit, networks),

    async switchNetwork({ link, networkId, signal }) {
      const network = networks.find((entry) => entry.networkId === networkId)
      if (!network) throw kitError('networkNotFound')
      if (!link.switchNetwork) return switchWalletNetwork({ link, network, signal })
      await withWalletErrors(() => link.switchNetwork?.({ networkId, signal }) ?? Promise.resolve())
    },

    request: ({ method, params, networkId, link, signal }) =>
      withWalletErrors(async () => {
        if (!link) return node.request(networkId, method, params, signal)
        const isRemembered = accountMemory(kit)
        const answer = await sendRequest(toProvider(link.provider), method, params)
        if (method === 'eth_sendTransaction')
          void followSent(kit, { params, hash: answer, networkId, isRemembered })
        if (method === 'wallet_sendCalls')
          import('./transactions/followBatch.lazy.ts').then(
            ({ followBatch }) => followBatch(kit, { params, answer, networkId, isRemembered }),
            () => {},
          ) // the library has its answer; a batch that is not followed is no error to it
        return answer
      }),

    signMessage: ({ link, address, message }) =>
      withWalletErrors(async () =>
        toHex(
          await sendRequest(toProvider(link.provider), 'personal_sign', [
            toHexText(message),
            address,
          ]),
        ),
      ),

    async send({ link, address, networkId, transaction }) {
      const { to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas } =
        transaction as EvmTransaction // the kit calls this adapter only with EVM transactions
      if (link.state().networkId !== networkId) throw kitError('chainDisconnected')
      const quantities = Object.entries({ value, gas, maxFeePerGas, maxPriorityFeePerGas }).flatMap(
        ([name, amount]) => (amount === undefined ? [] : [[name, toQuantity(amount)]]),
      )
      const parameters = {
        from: address,
        to,
        data,
        ...Object.fromEntries(quantities),
        chainId: toQuantity(chainIdOf(networkId)),
      }
      return withWalletErrors(async () =>
        toHash(await sendRequest(toProvider(link.provider), 'eth_sendTransaction', [parameters])),
      )
    },
  }
}

/**
 * Whether the network itself has rejected a call. Then no other node is tried, because every node
 * would answer the same.
 */
const isVerdict = ({ code, message }: { code?: unknown; message?: unknown }) =>
  code === 3 || code === -32000 || code === -32003 || /revert/i.test(String(message))

/** Converts a text to the hex of its UTF-8 bytes, for `personal_sign`. */
const toHexText = (text: string) => `0x${bytesToHex(new TextEncoder().encode(text))}`

function toHex(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw kitError('answerInvalid')
  return value
}

/**
 * Checks that a wallet's answer is a transaction hash. Any other answer leaves open whether the
 * wallet has sent the transaction.
 * @throws KitError answerInvalid
 */
function toHash(value: unknown): string {
  if (!isHash(value)) throw kitError('answerInvalid')
  return value
}
