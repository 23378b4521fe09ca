import { hexToBytes } from '@noble/hashes/utils.js'
import { isRecord, partsOf } from '@latchkey/protocol/isObject'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Hex } from '../wire/bytes.ts'
import { requestNode } from './requestNode.lazy.ts'

/** Sends requests to the nodes of one network. */
export type Chain = {
  readonly kit: Kit
  readonly networkId: NetworkId
  /**
   * Sends one call.
   * @throws KitError: the node's errors
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>
  /**
   * The hash of the network's first block, by which it is known that the node belongs to it.
   * @throws KitError answerInvalid for a node of another network; the node's errors
   */
  genesisHash(): Promise<Hex>
}

const stored = perKit<{ genesis: Map<NetworkId, Promise<Hex>> }>(() => ({ genesis: new Map() }))

/**
 * Creates the sender of requests to a network's nodes. Before the first request, it checks that the
 * node belongs to the network.
 */
export function chainOf(kit: Kit, networkId: NetworkId, signal?: AbortSignal): Chain {
  const { genesis } = stored(kit)
  const genesisHash = () => {
    const known = genesis.get(networkId)
    if (known) return known
    // without the signal: the answer is for all later requests, too
    const answer = readGenesisHash(kit, networkId)
    genesis.set(networkId, answer)
    answer.catch(() => genesis.delete(networkId))
    return answer
  }
  return {
    kit,
    networkId,
    genesisHash,
    async request(method, params) {
      await genesisHash()
      return requestNode(kit, networkId, method, params, signal)
    },
  }
}

/** Source: chain_getBlockHash */
async function readGenesisHash(kit: Kit, networkId: NetworkId): Promise<Hex> {
  const hash = hashIn(await requestNode(kit, networkId, 'chain_getBlockHash', [0]))
  // CAIP-2 has the first half of the hash
  if (!hash.startsWith(`0x${networkId.slice('polkadot:'.length)}`))
    throw kitError('answerInvalid', { details: 'The node belongs to another network.' })
  return hash
}

/**
 * Reads a hash of 32 bytes, in lower case.
 * @throws KitError answerInvalid
 */
export function hashIn(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x[\da-f]{64}$/i.test(value)) throw kitError('answerInvalid')
  return `0x${value.slice(2).toLowerCase()}`
}

/**
 * Reads hex of any length.
 * @throws KitError answerInvalid
 */
export function hexIn(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x(?:[\da-f]{2})*$/i.test(value))
    throw kitError('answerInvalid')
  return `0x${value.slice(2)}`
}

/** A block's height, and the hash of the block before it. */
export type Header = { height: number; parentHash: Hex }

/**
 * Reads the header of a block, without a hash that of the newest one. Source: chain_getHeader
 * @throws KitError answerInvalid; the node's errors
 */
export async function readHeader(chain: Chain, hash?: Hex): Promise<Header> {
  return headerIn(await chain.request('chain_getHeader', hash === undefined ? [] : [hash]))
}

function headerIn(value: unknown): Header {
  const { number, parentHash } = partsOf(value)
  if (!isRecord(value) || typeof number !== 'string' || !/^0x[\da-f]{1,8}$/i.test(number))
    throw kitError('answerInvalid')
  return { height: Number(number), parentHash: hashIn(parentHash) }
}

/** The newest block that can't be undone. */
export type FinalBlock = { hash: Hex; height: number }

/**
 * Reads the newest final block. Source: chain_getFinalizedHead
 * @throws KitError answerInvalid; the node's errors
 */
export async function readFinal(chain: Chain): Promise<FinalBlock> {
  const hash = hashIn(await chain.request('chain_getFinalizedHead', []))
  return { hash, height: (await readHeader(chain, hash)).height }
}

/**
 * The hash of the block at a height. Undefined where the chain is not that long. Source:
 * chain_getBlockHash
 * @throws KitError answerInvalid; the node's errors
 */
export async function readBlockHash(chain: Chain, height: number): Promise<Hex | undefined> {
  const answer = await chain.request('chain_getBlockHash', [height])
  return answer === null ? undefined : hashIn(answer)
}

/** The maximum number of transactions in a block. */
const maxExtrinsics = 20_000

/**
 * The transactions of a block, as bytes.
 * Source: chain_getBlock
 * @throws KitError answerInvalid; the node's errors
 */
export async function readExtrinsics(chain: Chain, hash: Hex): Promise<readonly Uint8Array[]> {
  const { extrinsics } = partsOf(partsOf(await chain.request('chain_getBlock', [hash]))['block'])
  if (!Array.isArray(extrinsics) || extrinsics.length > maxExtrinsics)
    throw kitError('answerInvalid')
  return extrinsics.map((entry: unknown) => hexToBytes(hexIn(entry).slice(2)))
}
