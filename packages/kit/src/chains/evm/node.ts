import type { NetworkId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import type { Config } from '@wagmi/core'
import type { ChainAdapter } from '../../core/adapter.ts'
import type { Clock } from '../../core/clock.ts'
import { kitError } from '../../core/errors.ts'
import { withLimit } from '../../core/withLimit.ts'
import { toWalletError } from './walletError.ts'

/** One question to a node with all its repetitions, in milliseconds: viem limits neither a slow body nor `Retry-After`. */
const nodeLimit = times.httpRequest * (counts.retries + 1)

/** What is asked of the networks' nodes, not of a wallet. */
export type Node = {
  /** One JSON-RPC call. @throws what the node answers; httpTimeout; requestAborted */
  ask(networkId: NetworkId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>
  getBalances: ChainAdapter['getBalances']
}

/** The nodes of a config's chains. */
export function createNode(config: Config, clock: Clock): Node {
  const ask: Node['ask'] = (networkId, method, params, signal) => {
    const task = async (limited: AbortSignal) => {
      const client = config.getClient({ chainId: chainIdOf(networkId) })
      return client.request({ method, params } as never, { signal: limited }) // any method may be asked; viem's types know a list
    }
    return withLimit(task, { ms: nodeLimit, clock, signal, onTimeout: () => kitError('httpTimeout') })
  }
  return {
    ask,
    async getBalances({ address, networkId, tokens, signal }) {
      const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}` // balanceOf(address), ERC-20
      const native = ask(networkId, 'eth_getBalance', [address, 'latest'], signal)
      const others = tokens.map((to) => ask(networkId, 'eth_call', [{ to, data }, 'latest'], signal))
      try {
        return (await Promise.all([native, ...others])).map(toBigInt)
      } catch (error) {
        throw toWalletError(error)
      }
    },
  }
}

/** The number of a chain in a network id of eip155. */
export function chainIdOf(networkId: NetworkId): number {
  return Number(networkId.slice('eip155:'.length))
}

function toBigInt(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw kitError('answerInvalid')
  return BigInt(value)
}
