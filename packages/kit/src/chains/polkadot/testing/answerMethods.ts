import { compact, u64 } from '@polkadot-api/substrate-bindings'
import { concatBytes } from '@noble/hashes/utils.js'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import { accountKey, storageKeys } from '../node/storage.ts'
import { bytesOf, hexOf } from '../wire/bytes.ts'
import type { Hex } from '../wire/bytes.ts'
import { readExtrinsic } from '../wire/extrinsic.ts'
import type { Runtime } from '../wire/runtime.ts'
import { dispatchInfo, NodeFault } from './TestChain.ts'
import type { TestBlock, TestChain } from './TestChain.ts'
import { keyOfAddress, writeTestAccount } from './TestLedger.ts'

/** What a node tells of its runtime. */
type Source = {
  runtime: Runtime
  version: object
  /** The metadata, and an option of it. */
  metadata: Hex
  option: string
  /** Whether the runtime is an old one. */
  isOld: boolean
  finalityLag: number
}

/** The methods of a node. */
export type Methods = Record<string, (...params: readonly unknown[]) => unknown>

/** The methods that the kit may call. All nodes have them. */
export function createMethods(chain: TestChain, source: Source): Methods {
  return { ...blockMethods(chain, source), ...stateMethods(chain, source) }
}

function blockAt({ blocks }: TestChain, hash: unknown): TestBlock {
  const found =
    hash === undefined || hash === null ? blocks.at(-1) : blocks.find((one) => one.hash === hash)
  if (!found) throw new NodeFault(4003, 'Client error: UnknownBlock')
  return found
}

function blockMethods(chain: TestChain, { finalityLag }: Source): Methods {
  const { blocks } = chain
  const headerOf = (block: TestBlock) => ({
    parentHash: block.parentHash,
    number: `0x${blocks.indexOf(block).toString(16)}`,
    stateRoot: block.hash,
    extrinsicsRoot: block.hash,
    digest: { logs: [] },
  })
  return {
    chain_getBlockHash: (number) =>
      number === undefined ? blockAt(chain, undefined).hash : blocks[Number(number)]?.hash,
    chain_getFinalizedHead: () => blocks[Math.max(0, chain.head - finalityLag)]?.hash,
    chain_getHeader: (hash) => headerOf(blockAt(chain, hash)),
    chain_getBlock: (hash) => {
      const block = blockAt(chain, hash)
      return { block: { header: headerOf(block), extrinsics: block.extrinsics } }
    },
    author_submitExtrinsic: (extrinsic) => chain.submit(extrinsic),
    system_accountNextIndex: (address) => {
      const key = keyOfAddress(String(address))
      const own = chain.pool.filter(({ signed }) => toHex(signed.account) === key)
      return Math.max(chain.ledger.accountOf(key).nonce, ...own.map(({ nonce }) => nonce + 1))
    },
  }
}

/** Writes events. polkadot-api writes the error of a pallet without the zeros at its end. */
function writeEvents({ builder }: Runtime, events: readonly object[]): Uint8Array {
  const codec = builder.buildStorage('System', 'Events').value
  const parts = events.map((event) => {
    // the encoder writes the length of the list first, in one byte
    const bytes = codec.enc([event]).slice(1)
    const hasPalletError = JSON.stringify(event, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ).includes('"Module"')
    const [end, zeros] = [errorAt + 3, new Uint8Array(3)]
    return hasPalletError ? concatBytes(bytes.slice(0, end), zeros, bytes.slice(end)) : bytes
  })
  return concatBytes(compact.enc(events.length), ...parts)
}

/** Where the error of a failed transaction stands in its event. */
const errorAt = 7

function stateMethods(
  chain: TestChain,
  { runtime, version, metadata, option, isOld }: Source,
): Methods {
  const { builder } = runtime
  const info = builder.buildRuntimeCall('TransactionPaymentApi', 'query_info').value
  const feeOf = (bytes: Uint8Array | undefined) => {
    const read = bytes && readExtrinsic(runtime, bytes)
    if (read?.kind !== 'signed') throw new NodeFault(4003, 'Client error: Execution failed')
    return chain.ledger.feeOf(bytes?.length ?? 0, read.call)
  }
  const storageAt = (key: unknown, block: TestBlock): Hex | undefined => {
    if (key === storageKeys.events) return hexOf(writeEvents(runtime, block.events))
    if (key === storageKeys.now) return hexOf(u64.enc(BigInt(block.time)))
    if (typeof key !== 'string' || !key.startsWith(storageKeys.account)) return undefined
    const own = key.slice(-64)
    const account = block.accounts.get(own)
    return account && accountKey(fromHex(own)) === key
      ? hexOf(writeTestAccount(account, isOld))
      : undefined
  }
  return {
    state_getStorage: (key, hash) => storageAt(key, blockAt(chain, hash)),
    state_getRuntimeVersion: () =>
      isOld ? { ...version, apis: [['0x37e397fc7c91f5e4', 1]] } : version,
    state_getMetadata: () => metadata,
    state_call: (method, data) => {
      const bytes = bytesOf(data, [0, 1_000_000])
      if (method === 'Metadata_metadata_at_version') return data === '0x0f000000' ? option : '0x00'
      if (method !== 'TransactionPaymentApi_query_info')
        throw new NodeFault(4003, `Client error: Execution failed: ${String(method)} not found`)
      const partial_fee = feeOf(bytes?.slice(0, -4))
      return hexOf(
        info.enc({ weight: dispatchInfo.weight, class: dispatchInfo.class, partial_fee }),
      )
    },
  }
}
