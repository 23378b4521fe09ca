import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { accountHistory, type HistoryEntry } from '@latchkey/protocol/history'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import { addressOf } from '@latchkey/devnet/accounts'
import { chainOfDeployment } from '../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../createApi.ts'
import type { ApiOptions, LogLine } from '../options.ts'
import { neverOverloaded } from './neverOverloaded.ts'
import { chainClient } from './traffic.ts'
import type { EvmChainConfig } from '../chains/evm/evmChain.ts'

/** A transaction of an account. Without `to` it creates a contract. */
export type TestTransaction = {
  from: Address
  to?: Address
  data?: Hex
  value?: bigint
  gas?: bigint
}

/** A devnet, and an API that indexes it. */
export type TestHistory = Awaited<ReturnType<typeof startTestHistory>>

const me = addressOf('everyday user')

/** Starts a devnet, and an API that polls for new blocks only when a test wants it. */
export async function startTestHistory() {
  const devnet = await startDevnet({ ports: 'free' })
  const lines: LogLine[] = []

  async function start(options: ApiOptions) {
    const api = createApi({ ...neverOverloaded, log: (line) => lines.push(line), ...options })
    return { api, url: (await api.listen({ port: 0 })).url }
  }

  const { api, url } = await start({ chains: configsOf(devnet), database: 'memory' })
  await Promise.all(devnet.chains.map(({ networkId }) => api.settled(networkId)))
  const [first] = devnet.chains
  if (!first) throw new Error('The devnet has no chain')

  /** Requests a page of an account's history. */
  async function requestPage(query = '', account: string = me, base = url) {
    const response = await fetch(`${base}/v1/account/${account}/history?${query}`)
    if (!response.ok) throw new Error(`${response.status}`)
    return v.parse(accountHistory.answer, await response.json())
  }

  /** Requests all pages of an account's history. */
  async function everything(query = '', account: string = me): Promise<HistoryEntry[]> {
    const { data, next } = await requestPage(query, account)
    return next
      ? [
          ...data,
          ...(await everything(`${query.replace(/&?cursor=.*/, '')}&cursor=${next}`, account)),
        ]
      : data
  }

  /** Sends a transaction on the first chain, and waits until it is mined. */
  async function send({ from, to, data, value, gas = 2_000_000n }: TestTransaction) {
    const client = chainClient(first?.url ?? '')
    const hash = await client.sendTransaction({
      account: from,
      to: to ?? null,
      data,
      value,
      gas,
      chain: null,
    } as never) // without a receiver it creates a contract
    return client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }

  /** Sends a transaction, and returns its entry in the account's history. */
  async function happen(transaction: TestTransaction, account: string = me): Promise<HistoryEntry> {
    const { transactionHash } = await send(transaction)
    await api.settled('eip155:31337')
    const entry = found((await requestPage('chainId=31337', account)).data, transactionHash)
    if (!entry) throw new Error('It is not in the history')
    return entry
  }

  const close = async () => {
    await api.close()
    await devnet.close()
  }
  return {
    devnet,
    first,
    api,
    url,
    lines,
    start,
    requestPage,
    everything,
    send,
    happen,
    close,
    configs: () => configsOf(devnet),
  }
}

const configsOf = (devnet: Devnet): EvmChainConfig[] =>
  devnet.chains.map(({ deployment, url }) => ({
    ...chainOfDeployment(deployment, url),
    index: { pollEvery: 600_000 },
  }))

/** The entry of a transaction; undefined if there is none. */
export const found = (entries: readonly HistoryEntry[], hash: Hex): HistoryEntry | undefined =>
  entries.find((entry) => entry.metadata.hash === hash)

/** Makes 32 bytes that end with this value. */
export const wordOf = (hex: string): Hex =>
  `0x${hex.replace('0x', '').toLowerCase().padStart(64, '0')}`
