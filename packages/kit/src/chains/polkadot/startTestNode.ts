import { createServer } from 'node:http'
import { blake2b } from '@noble/hashes/blake2.js'
import { compact, u64 } from '@polkadot-api/substrate-bindings'
import { concatBytes } from '@noble/hashes/utils.js'
import type { NetworkId } from '@latchkey/protocol/caip'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import { isRecord, partsOf } from '@latchkey/protocol/isObject'
import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { onTestFinished } from 'vitest'
import { bytesOf, hexOf } from './wire/bytes.ts'
import type { Hex } from './wire/bytes.ts'
import { readCall, readTransfer } from './wire/calls.ts'
import { readEra } from './wire/era.ts'
import { checksMetadata, writeExtensions } from './wire/extensions.ts'
import type { ExtensionValues } from './wire/extensions.ts'
import { extrinsicHash, readExtrinsic } from './wire/extrinsic.ts'
import type { SignedExtrinsic } from './wire/extrinsic.ts'
import { bytesToSign } from './wire/payload.ts'
import { existentialDepositOf, readRuntime } from './wire/runtime.ts'
import type { Runtime } from './wire/runtime.ts'
import { isSignedBy } from './wire/signature.ts'
import { accountKey, storageKeys } from './node/storage.ts'

/** Chains of which `@polkadot/types-support` has the metadata, with the hashes of their genesis. */
export const testChains = {
  'asset-hub-polkadot': '68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f',
  polkadot: '91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
  'asset-hub-kusama': '48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a',
  kusama: 'b0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
} as const

/** The name of one of these chains. */
export type TestChainName = keyof typeof testChains

/** The metadata of a chain, version 15, and the version of its runtime. */
export async function readTestMetadata(chain: TestChainName) {
  // the casts: both files of the package have this form
  const { default: option } = (await import(
    `@polkadot/types-support/metadata/v15/${chain}-hex`
  )) as { default: string }
  const { default: version } = (await import(
    `@polkadot/types-support/metadata/v15/${chain}-ver`
  )) as { default: { specName: string; specVersion: number; transactionVersion: number } }
  // it is an option of bytes: the metadata begins with `meta`
  const metadata: Hex = `0x${option.slice(option.indexOf('6d657461'))}`
  return { option, metadata, version }
}

const runtimes = new Map<TestChainName, Promise<Runtime>>()

/** The runtime of a chain. It is read once for all tests of a file. */
export function testRuntime(chain: TestChainName = 'asset-hub-polkadot'): Promise<Runtime> {
  const known = runtimes.get(chain)
  if (known) return known
  const read = readTestMetadata(chain).then(({ metadata, version }) =>
    readRuntime(metadata, version),
  )
  runtimes.set(chain, read)
  return read
}

/** An account of the test chain. Amounts in planck. */
export type TestAccount = {
  nonce: number
  free: bigint
  reserved: bigint
  frozen: bigint
  consumers: number
}

type Block = {
  hash: Hex
  parentHash: Hex
  extrinsics: readonly Hex[]
  events: readonly object[]
  accounts: ReadonlyMap<string, TestAccount>
  time: number
}

/** A transaction that waits for a block. */
type Waiting = { hash: Hex; bytes: Uint8Array; signed: SignedExtrinsic; nonce: number }

/** Options for a test node. */
export type TestNodeOptions = {
  /** @default 'asset-hub-polkadot' */
  chain?: TestChainName
  /** Whether blocks are made by `mine` only. @default false: one after each transaction */
  isHeld?: boolean
  /** The number of newest blocks that are not final. @default 0 */
  finalityLag?: number
  /** The hash of the metadata that transactions may name. Without it, none may name one. */
  metadataHash?: Uint8Array
  /** Whether the runtime is an old one: metadata is requested without a version. @default false */
  isOld?: boolean
  /** The number of blocks before the test. @default 100 */
  height?: number
}

/** An error of a node. */
class NodeFault extends Error {
  readonly code: number
  readonly data: string | undefined
  constructor(code: number, message: string, data?: string) {
    super(message)
    this.code = code
    this.data = data
  }
}

const invalid = (reason: string) => new NodeFault(1010, 'Invalid Transaction', reason)

/**
 * Starts a node of a chain that exists only in this test, with the metadata of a real one. It
 * checks transactions as a chain does (signature, nonce, era, genesis, fee), moves the balances, and
 * writes events. It ends with the test.
 */
export async function startTestNode({
  chain: name = 'asset-hub-polkadot',
  isHeld = false,
  finalityLag = 0,
  metadataHash,
  isOld = false,
  height = 100,
}: TestNodeOptions = {}) {
  const [runtime, { option, metadata, version }] = await Promise.all([
    testRuntime(name),
    readTestMetadata(name),
  ])
  const genesis: Hex = `0x${testChains[name]}`
  const deposit = existentialDepositOf(runtime)
  const eventsCodec = runtime.builder.buildStorage('System', 'Events').value
  const blocks: Block[] = []
  let accounts = new Map<string, TestAccount>()
  let pool: Waiting[] = []
  let time = 1_700_000_000_000
  const state = {
    /** The part of the fee that follows the load of the network. */
    feeMultiplier: 1n,
    /** Answers in place of the node, for tests of hostile nodes. `honest` makes its answer. */
    answer: undefined as
      | ((method: string, params: readonly unknown[], honest: () => unknown) => unknown)
      | undefined,
  }
  const requests: { method: string; params: readonly unknown[] }[] = []

  const keyOf = (address: string): string => {
    const read = readSs58(address)
    if (!read) throw new Error(`${address} is no address`)
    return toHex(read.key)
  }
  const accountOf = (key: string): TestAccount =>
    accounts.get(key) ?? { nonce: 0, free: 0n, reserved: 0n, frozen: 0n, consumers: 0 }
  const change = (key: string, parts: Partial<TestAccount>) => {
    const next = { ...accountOf(key), ...parts }
    accounts = new Map(accounts)
    if (next.free + next.reserved === 0n && next.consumers === 0) accounts.delete(key)
    else accounts.set(key, next)
  }

  function addBlock(extrinsics: readonly Hex[], events: readonly object[]) {
    const number = blocks.length
    const parentHash = blocks.at(-1)?.hash ?? `0x${'00'.repeat(32)}`
    const seed = concatBytes(
      fromHex(genesis.slice(2)),
      u64.enc(BigInt(number)),
      u64.enc(BigInt(forks)),
    )
    const hash = number === 0 ? genesis : hexOf(blake2b(seed, { dkLen: 32 }))
    time += 6_000
    blocks.push({ hash, parentHash, extrinsics, events, accounts, time })
  }
  let forks = 0
  for (let number = 0; number <= height; number++) addBlock([], [])

  /** The fee of a transaction: a part for its length, and one for its work. */
  const feeOf = (length: number, call: Uint8Array): bigint => {
    const isAll = readCall(runtime, call)?.name === 'transfer_all'
    return (
      1_000_000n +
      BigInt(length) * 10_000n +
      (isAll ? 500_000n : 0n) * state.feeMultiplier +
      100_000n * state.feeMultiplier
    )
  }

  const locked = ({ frozen, reserved }: TestAccount) => (frozen > reserved ? frozen - reserved : 0n)

  /** Executes a payment. Returns the name of its error, or undefined. */
  function transfer(from: string, to: string, amount: bigint | 'all', keepAlive: boolean) {
    const sender = accountOf(from)
    const stays = keepAlive || sender.consumers > 0
    const untouchable = [locked(sender), stays ? deposit : 0n].reduce((a, b) => (a > b ? a : b))
    const available = sender.free > untouchable ? sender.free - untouchable : 0n
    const value = amount === 'all' ? available : amount
    if (value > sender.free - locked(sender)) return 'FundsUnavailable'
    if (value > available) return keepAlive ? 'NotExpendable' : 'Frozen'
    if (from === to) return undefined
    const receiver = accountOf(to)
    if (value > 0n && receiver.free + value < deposit) return 'BelowMinimum'
    change(to, { free: receiver.free + value })
    const left = sender.free - value
    // less than the minimum is lost with the account
    change(from, { free: left < deposit && !stays && sender.reserved === 0n ? 0n : left })
    return undefined
  }

  /** Executes a call. Returns the error, in the form of polkadot-api. */
  function execute(from: string, bytes: Uint8Array): object | undefined {
    const call = readCall(runtime, bytes)
    if (!call) return { type: 'CannotLookup' }
    const payment = readTransfer(call)
    if (payment) {
      const fault = transfer(
        from,
        keyOf(payment.to),
        payment.amount,
        call.name === 'transfer_keep_alive',
      )
      return fault === undefined
        ? undefined
        : { type: 'Token', value: { type: fault, value: undefined } }
    }
    if (call.pallet === 'Balances')
      return { type: 'Module', value: { type: 'Balances', value: { type: 'InsufficientBalance' } } }
    return undefined
  }

  const eventOf = (index: number, pallet: string, type: string, value: unknown) => ({
    phase: { type: 'ApplyExtrinsic', value: index },
    event: { type: pallet, value: { type, value } },
    topics: [],
  })
  const dispatch_info = {
    weight: { ref_time: 1_000n, proof_size: 0n },
    class: { type: 'Normal', value: undefined },
    pays_fee: { type: 'Yes', value: undefined },
  }

  function mine() {
    const included: Hex[] = []
    const events: object[] = []
    const late: Waiting[] = []
    for (const waiting of [...pool].sort((a, b) => a.nonce - b.nonce)) {
      const { signed, bytes, nonce } = waiting
      const from = toHex(signed.account)
      const sender = accountOf(from)
      if (sender.nonce < nonce) {
        late.push(waiting)
        continue
      }
      try {
        check(signed, bytes)
      } catch {
        continue // it has become invalid, so the pool forgets it
      }
      const index = included.length
      const actual_fee = feeOf(bytes.length, signed.call)
      change(from, { nonce: nonce + 1, free: sender.free - actual_fee })
      const dispatch_error = execute(from, signed.call)
      included.push(hexOf(bytes))
      events.push(
        eventOf(index, 'TransactionPayment', 'TransactionFeePaid', {
          who: addressOf(signed.account),
          actual_fee,
          tip: 0n,
        }),
        dispatch_error
          ? eventOf(index, 'System', 'ExtrinsicFailed', { dispatch_error, dispatch_info })
          : eventOf(index, 'System', 'ExtrinsicSuccess', { dispatch_info }),
      )
    }
    pool = late
    addBlock(included, events)
  }

  const addressOf = (key: Uint8Array): unknown =>
    runtime.builder.buildDefinition(accountType).dec(key.slice())
  const accountType = runtime.lookup.metadata.pallets
    .find(({ name: pallet }) => pallet === 'System')
    ?.storage?.items.flatMap((item) =>
      item.name === 'Account' && item.type.tag === 'map' ? [item.type.value.key] : [],
    )[0] as number // the cast: every runtime has accounts

  const head = () => blocks.length - 1
  const finalHeight = () => Math.max(0, head() - finalityLag)

  /** What the extensions of a transaction contain. */
  function valuesOf({ extensions }: SignedExtrinsic): ExtensionValues {
    const era = extensions['CheckMortality'] ?? extensions['CheckEra'] ?? Uint8Array.of(0)
    const mortal = readEra(era, head() + 1)
    if (mortal && mortal.lastHeight < head() + 1)
      throw invalid('Transaction has an ancient birth block')
    const birth = blocks[mortal?.birth ?? 0]
    if (!birth) throw invalid('Transaction has an ancient birth block')
    const mode = extensions['CheckMetadataHash']?.[0] ?? 0
    if (mode === 1 && !metadataHash) throw invalid('Transaction has a bad signature')
    const payment =
      extensions['ChargeAssetTxPayment'] ??
      extensions['ChargeTransactionPayment'] ??
      Uint8Array.of(0)
    return {
      era,
      blockHash: fromHex(birth.hash.slice(2)),
      genesisHash: fromHex(genesis.slice(2)),
      nonce: Number(compact.dec((extensions['CheckNonce'] ?? Uint8Array.of(0)).slice())),
      tip: BigInt(compact.dec(payment.slice())),
      metadataHash: mode === 1 ? metadataHash : undefined,
    }
  }

  /** Checks a transaction as the chain does. Returns its nonce. */
  function check(signed: SignedExtrinsic, bytes: Uint8Array): number {
    const values = valuesOf(signed)
    const signedBytes = bytesToSign({ call: signed.call, ...writeExtensions(runtime, values) })
    if (!isSignedBy(signed.account, signed.signature, signedBytes))
      throw invalid('Transaction has a bad signature')
    const sender = accountOf(toHex(signed.account))
    if (values.nonce < sender.nonce) throw invalid('Transaction is outdated')
    if (sender.free < feeOf(bytes.length, signed.call) + values.tip + deposit)
      throw invalid('Inability to pay some fees (e.g. account balance too low)')
    if (!readCall(runtime, signed.call)) throw new NodeFault(1002, 'Verification Error')
    return values.nonce
  }

  function submit(text: unknown): Hex {
    const bytes = bytesOf(text, [1, 1_000_000])
    const signed = bytes && readExtrinsic(runtime, bytes)
    if (!bytes || signed?.kind !== 'signed')
      throw new NodeFault(1001, 'Extrinsic has invalid format')
    const hash = extrinsicHash(bytes)
    if (pool.some((waiting) => waiting.hash === hash))
      throw new NodeFault(1013, 'Transaction Already Imported')
    const nonce = check(signed, bytes)
    const isSameSender = (waiting: Waiting) =>
      toHex(waiting.signed.account) === toHex(signed.account)
    if (pool.some((waiting) => isSameSender(waiting) && waiting.nonce === nonce))
      throw new NodeFault(1014, 'Priority is too low: (1 vs 1)')
    pool.push({ hash, bytes, signed, nonce })
    if (!isHeld) mine()
    return hash
  }

  const blockAt = (hash: unknown): Block => {
    const found =
      hash === undefined || hash === null ? blocks.at(-1) : blocks.find((one) => one.hash === hash)
    if (!found) throw new NodeFault(4003, 'Client error: UnknownBlock')
    return found
  }

  function storageAt(key: unknown, { accounts: then, events, time: now }: Block): Hex | null {
    if (key === storageKeys.events) return hexOf(eventsCodec.enc(events))
    if (key === storageKeys.now) return hexOf(u64.enc(BigInt(now)))
    if (typeof key !== 'string' || !key.startsWith(storageKeys.account)) return null
    const own = key.slice(-64)
    const account = then.get(own)
    if (!account || accountKey(fromHex(own)) !== key) return null
    return hexOf(writeTestAccount(account, isOld))
  }

  const queryInfo = (bytes: Uint8Array) => {
    const read = readExtrinsic(runtime, bytes)
    if (read?.kind !== 'signed') throw new NodeFault(4003, 'Client error: Execution failed')
    return feeOf(bytes.length, read.call)
  }

  const headerOf = (block: Block) => ({
    parentHash: block.parentHash,
    number: `0x${blocks.indexOf(block).toString(16)}`,
    stateRoot: block.hash,
    extrinsicsRoot: block.hash,
    digest: { logs: [] },
  })

  const methods: Record<string, (...params: readonly unknown[]) => unknown> = {
    chain_getBlockHash: (number) =>
      number === undefined ? blockAt(undefined).hash : (blocks[Number(number)]?.hash ?? null),
    chain_getFinalizedHead: () => blocks[finalHeight()]?.hash,
    chain_getHeader: (hash) => headerOf(blockAt(hash)),
    chain_getBlock: (hash) => {
      const block = blockAt(hash)
      return {
        block: { header: headerOf(block), extrinsics: block.extrinsics },
        justifications: null,
      }
    },
    state_getStorage: (key, hash) => storageAt(key, blockAt(hash)),
    state_getRuntimeVersion: (hash) => {
      blockAt(hash)
      return isOld ? { ...version, apis: [['0x37e397fc7c91f5e4', 1]] } : version
    },
    state_getMetadata: () => metadata,
    state_call: (method, data) => {
      const bytes = bytesOf(data, [0, 1_000_000]) ?? new Uint8Array()
      if (method === 'Metadata_metadata_at_version' && !isOld)
        return data === '0x0f000000' ? option : '0x00'
      if (method === 'TransactionPaymentApi_query_info') {
        const partial_fee = queryInfo(bytes.slice(0, -4))
        const { weight, class: kind } = dispatch_info
        const codec = runtime.builder.buildRuntimeCall('TransactionPaymentApi', 'query_info')
        return hexOf(codec.value.enc({ weight, class: kind, partial_fee }))
      }
      throw new NodeFault(4003, `Client error: Execution failed: ${String(method)} not found`)
    },
    payment_queryInfo: (extrinsic) => ({
      weight: { ref_time: 1_000, proof_size: 0 },
      class: 'normal',
      partialFee: String(queryInfo(bytesOf(extrinsic, [1, 1_000_000]) ?? new Uint8Array())),
    }),
    system_accountNextIndex: (address) => {
      const key = keyOf(String(address))
      const own = pool.filter(({ signed }) => toHex(signed.account) === key)
      return Math.max(accountOf(key).nonce, ...own.map(({ nonce }) => nonce + 1))
    },
    author_submitExtrinsic: (extrinsic) => submit(extrinsic),
  }

  function answerOf(method: unknown, params: readonly unknown[]): unknown {
    const known = typeof method === 'string' && Object.hasOwn(methods, method)
    const honest = () => {
      if (!known) throw new NodeFault(-32601, 'Method not found')
      return methods[method]?.(...params)
    }
    if (typeof method === 'string') requests.push({ method, params })
    return state.answer ? state.answer(String(method), params, honest) : honest()
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      if (request.method !== 'POST') return void response.writeHead(204).end()
      void respond(Buffer.concat(parts).toString()).then((text) => {
        response.setHeader('content-type', 'application/json')
        response.end(text)
      })
    })
  })

  async function respond(body: string): Promise<string> {
    const question: unknown = JSON.parse(body)
    const { id, method, params } = partsOf(question)
    try {
      const result = await answerOf(method, Array.isArray(params) ? params : [])
      return JSON.stringify({ jsonrpc: '2.0', id, result: result ?? null })
    } catch (error) {
      const {
        code = -32603,
        message,
        data,
      } = isRecord(error)
        ? (error as { code?: number; message?: string; data?: string }) // a fault of this node
        : {}
      return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  const { port } = server.address() as { port: number } // a server on TCP has a port

  return Object.assign(state, {
    /** The CAIP-2 id of the network. */
    networkId: `polkadot:${testChains[name].slice(0, 32)}` as NetworkId, // the cast: it has this form
    url: `http://127.0.0.1:${port}`,
    genesisHash: genesis,
    runtime,
    /** The minimum that an account has to hold, in planck. */
    deposit,
    /** Every request that the node got. */
    requests,
    /** Adds planck to an account, or sets its other parts. */
    fund(address: string, planck: bigint, parts: Partial<TestAccount> = {}) {
      const key = keyOf(address)
      change(key, { free: accountOf(key).free + planck, ...parts })
      addBlock([], [])
    },
    /** An account, as the node has it. */
    accountOf: (address: string): TestAccount => accountOf(keyOf(address)),
    /** Makes blocks. The first one has the waiting transactions. */
    mine(count = 1) {
      for (let made = 0; made < count; made++) mine()
    },
    /** The height of the newest block. */
    height: head,
    /** The number of waiting transactions. */
    waiting: () => pool.length,
    /** Forgets the waiting transactions. */
    clearPool: () => void (pool = []),
    /** Undoes the newest blocks. Their transactions are forgotten. */
    undo(count: number) {
      blocks.splice(blocks.length - count)
      accounts = new Map(blocks.at(-1)?.accounts)
      forks++
    },
    /** Whether transactions of the chain have the hash of its metadata. */
    checksMetadata: checksMetadata(runtime),
    close,
  })
}

/** A running test node. */
export type TestNode = Awaited<ReturnType<typeof startTestNode>>

/** Writes an account as the storage has it: in the newer form, or in the older one. */
export function writeTestAccount(
  { nonce, free, reserved, frozen, consumers }: TestAccount,
  isOld = false,
): Uint8Array {
  const bytes = new Uint8Array(80)
  const view = new DataView(bytes.buffer)
  for (const [at, count] of [nonce, consumers, 1, 0].entries()) view.setUint32(4 * at, count, true)
  const flags = isOld ? 0n : 1n << 127n
  for (const [at, amount] of [free, reserved, frozen, flags].entries()) {
    view.setBigUint64(16 + 16 * at, amount & 0xffff_ffff_ffff_ffffn, true)
    view.setBigUint64(24 + 16 * at, amount >> 64n, true)
  }
  return bytes
}
