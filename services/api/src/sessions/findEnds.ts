import { readShape } from '@latchkey/protocol/border'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { pad, toEventSelector } from 'viem'
import * as v from 'valibot'
import { hexOf, hexText, small } from '../smartAccounts/operationChain.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'

const disabled = toEventSelector(
  'DisabledDelegation(bytes32,address,address,(address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))',
)
const raised = toEventSelector('UsedNonce(address,address,uint256)')

const logs = v.pipe(
  v.array(v.object({ topics: v.array(hexText), data: hexText, blockNumber: small })),
  v.maxLength(10_000),
)
const block = v.object({ timestamp: small })

/** The most blocks whose times are read. */
const maxBlocks = 16

/** A session that has ended on the chain. */
export type EndedSession = { hash: Hex; nonce: bigint; fromBlock: number }

/**
 * Finds when an account has ended sessions: by disabling each, or by raising its number. Times are
 * seconds since 1970, by the hash of the delegation. What is not found is missing: nodes limit how
 * far back logs are searched.
 */
export async function findEnds(
  chain: EvmChain,
  account: Hex,
  ended: readonly EndedSession[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Hex, number>> {
  const fromBlock = hexOf(Math.min(...ended.map((session) => session.fromBlock)))
  const read = async (address: Hex, topics: readonly unknown[]) => {
    const filter = { address, topics, fromBlock, toBlock: 'latest' }
    const found = await chain.nodes.request('eth_getLogs', [filter], signal)
    return readShape(logs, found)
  }
  try {
    const [disabling, raising] = await Promise.all([
      read(delegationManager, [disabled, ended.map(({ hash }) => hash)]),
      read(enforcers.nonce, [raised, pad(delegationManager), pad(account)]),
    ])
    const blocks = new Map<Hex, number>()
    for (const { hash, nonce } of ended) {
      const numbers = [
        // a session that was enabled again counts from its last end
        disabling.findLast(({ topics }) => evmKey(topics[1] ?? '') === hash)?.blockNumber,
        raising.find(({ data }) => data !== '0x' && BigInt(data) === nonce)?.blockNumber,
      ].filter((number) => number !== undefined)
      if (numbers.length > 0) blocks.set(hash, Math.min(...numbers))
    }
    const times = await timesOf(chain, new Set(blocks.values()), signal)
    return new Map(
      [...blocks].flatMap(([hash, number]) => {
        const time = times.get(number)
        return time === undefined ? [] : [[hash, time] as const]
      }),
    )
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Error) return new Map() // then the end counts from when it was seen
    throw error
  }
}

async function timesOf(
  chain: EvmChain,
  numbers: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const reading = { members: ['timestamp'], begin: () => ({ read: (value: unknown) => value }) }
  const read = async (number: number) => {
    const params = [hexOf(number), false]
    const found = await chain.nodes.request('eth_getBlockByNumber', params, signal, reading)
    return [number, readShape(block, found).timestamp] as const
  }
  return new Map(await Promise.all([...numbers].slice(0, maxBlocks).map(read)))
}
