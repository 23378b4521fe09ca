import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { compact, u64 } from '@polkadot-api/substrate-bindings'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { bytesOf, hexOf } from '../wire/bytes.ts'
import type { Hex } from '../wire/bytes.ts'
import { readCall } from '../wire/calls.ts'
import { readEra } from '../wire/era.ts'
import { writeExtensions } from '../wire/extensions.ts'
import type { ExtensionValues } from '../wire/extensions.ts'
import { extrinsicHash, readExtrinsic } from '../wire/extrinsic.ts'
import type { SignedExtrinsic } from '../wire/extrinsic.ts'
import { bytesToSign } from '../wire/payload.ts'
import type { Runtime } from '../wire/runtime.ts'
import { isSignedBy } from '../wire/signature.ts'
import { TestLedger } from './TestLedger.ts'
import type { TestAccount } from './TestLedger.ts'

/** A block. `events` are in the form of polkadot-api, `time` in milliseconds since 1970. */
export type TestBlock = {
  hash: Hex
  parentHash: Hex
  extrinsics: readonly Hex[]
  events: readonly object[]
  accounts: ReadonlyMap<string, TestAccount>
  time: number
}

/** A transaction that waits for a block. */
type Waiting = { hash: Hex; bytes: Uint8Array; signed: SignedExtrinsic; nonce: number }

/** An error of a node, with its code in JSON-RPC. */
export class NodeFault extends Error {
  readonly code: number
  readonly data: string | undefined
  constructor(code: number, message: string, data?: string) {
    super(message)
    this.code = code
    this.data = data
  }
}

const invalid = (reason: string) => new NodeFault(1010, 'Invalid Transaction', reason)

/** The number of milliseconds between two blocks. */
const blockMs = 6_000

/** What every call reports of its work, in the form of polkadot-api. */
export const dispatchInfo = {
  weight: { ref_time: 1_000n, proof_size: 0n },
  class: { type: 'Normal', value: undefined },
  pays_fee: { type: 'Yes', value: undefined },
}

/** The parts of a chain that do not change. */
type Parameters = {
  runtime: Runtime
  genesis: Hex
  /** Whether blocks are made by `mine` only. */
  isHeld: boolean
  /** The hash of the metadata that transactions may name. */
  metadataHash: Uint8Array | undefined
  /** The number of blocks before the test. */
  height: number
}

/** Blocks, waiting transactions, and the checks of a chain. */
export class TestChain {
  readonly ledger: TestLedger
  readonly blocks: TestBlock[] = []
  pool: Waiting[] = []
  readonly #parameters: Parameters
  #time = 1_700_000_000_000
  #forks = 0

  constructor(parameters: Parameters) {
    this.#parameters = parameters
    this.ledger = new TestLedger(parameters.runtime)
    for (let number = 0; number <= parameters.height; number++) this.addBlock([], [])
  }

  get head(): number {
    return this.blocks.length - 1
  }

  addBlock(extrinsics: readonly Hex[], events: readonly object[]): void {
    const { genesis } = this.#parameters
    const number = this.blocks.length
    const parts = [BigInt(number), BigInt(this.#forks)].map((part) => u64.enc(part))
    this.#time += blockMs
    this.blocks.push({
      hash: number === 0 ? genesis : hexOf(blake2b(concatBytes(...parts), { dkLen: 32 })),
      parentHash: this.blocks.at(-1)?.hash ?? `0x${'00'.repeat(32)}`,
      extrinsics,
      events,
      accounts: this.ledger.accounts,
      time: this.#time,
    })
  }

  /** Makes a block with the waiting transactions. */
  mine(): void {
    const included: Hex[] = []
    const events: object[] = []
    const late: Waiting[] = []
    for (const waiting of [...this.pool].sort((a, b) => a.nonce - b.nonce)) {
      const { signed, bytes, nonce } = waiting
      if (this.ledger.accountOf(toHex(signed.account)).nonce < nonce) late.push(waiting)
      else if (this.#isValid(signed, bytes)) {
        events.push(...this.#apply(waiting, included.length))
        included.push(hexOf(bytes))
      }
    }
    this.pool = late
    this.addBlock(included, events)
  }

  /** Undoes the newest blocks. Their transactions are forgotten. */
  undo(count: number): void {
    this.blocks.splice(this.blocks.length - count)
    this.ledger.accounts = this.blocks.at(-1)?.accounts ?? new Map()
    this.#forks++
  }

  /** Takes a transaction. Returns its hash. */
  submit(text: unknown): Hex {
    const bytes = bytesOf(text, [1, 1_000_000])
    const signed = bytes && readExtrinsic(this.#parameters.runtime, bytes)
    if (!bytes || signed?.kind !== 'signed')
      throw new NodeFault(1001, 'Extrinsic has invalid format')
    const hash = extrinsicHash(bytes)
    if (this.pool.some((waiting) => waiting.hash === hash))
      throw new NodeFault(1013, 'Transaction Already Imported')
    const nonce = this.#check(signed, bytes)
    const account = toHex(signed.account)
    if (this.pool.some((one) => toHex(one.signed.account) === account && one.nonce === nonce))
      throw new NodeFault(1014, 'Priority is too low: (1 vs 1)')
    this.pool.push({ hash, bytes, signed, nonce })
    if (!this.#parameters.isHeld) this.mine()
    return hash
  }

  /** Executes a transaction. Returns its events. */
  #apply({ signed, bytes, nonce }: Waiting, index: number): readonly object[] {
    const from = toHex(signed.account)
    const actual_fee = this.ledger.feeOf(bytes.length, signed.call)
    const { free } = this.ledger.accountOf(from)
    this.ledger.change(from, { nonce: nonce + 1, free: free - actual_fee })
    const dispatch_error = this.ledger.execute(from, signed.call)
    const eventOf = (pallet: string, type: string, value: object) => ({
      phase: { type: 'ApplyExtrinsic', value: index },
      event: { type: pallet, value: { type, value } },
      topics: [],
    })
    const who = writeSs58(signed.account, 42)
    return [
      eventOf('TransactionPayment', 'TransactionFeePaid', { who, actual_fee, tip: 0n }),
      dispatch_error
        ? eventOf('System', 'ExtrinsicFailed', { dispatch_error, dispatch_info: dispatchInfo })
        : eventOf('System', 'ExtrinsicSuccess', { dispatch_info: dispatchInfo }),
    ]
  }

  /** Whether a waiting transaction is still valid. The pool forgets one that is not. */
  #isValid(signed: SignedExtrinsic, bytes: Uint8Array): boolean {
    try {
      this.#check(signed, bytes)
      return true
    } catch {
      return false
    }
  }

  /** Checks a transaction as a chain does. Returns its nonce. */
  #check(signed: SignedExtrinsic, bytes: Uint8Array): number {
    const { runtime } = this.#parameters
    const values = this.#valuesOf(signed)
    const message = bytesToSign({ call: signed.call, ...writeExtensions(runtime, values) })
    if (!isSignedBy(signed.account, signed.signature, message))
      throw invalid('Transaction has a bad signature')
    const sender = this.ledger.accountOf(toHex(signed.account))
    if (values.nonce < sender.nonce) throw invalid('Transaction is outdated')
    const fee = this.ledger.feeOf(bytes.length, signed.call) + values.tip
    if (sender.free < fee + this.ledger.deposit)
      throw invalid('Inability to pay some fees (e.g. account balance too low)')
    if (!readCall(runtime, signed.call)) throw new NodeFault(1002, 'Verification Error')
    return values.nonce
  }

  /** What the extensions of a transaction contain. */
  #valuesOf({ extensions }: SignedExtrinsic): ExtensionValues {
    const { genesis, metadataHash } = this.#parameters
    const none = Uint8Array.of(0)
    const era = extensions['CheckMortality'] ?? extensions['CheckEra'] ?? none
    const mortal = readEra(era, this.head + 1)
    const birth = this.blocks[mortal?.birth ?? 0]
    if (!birth || (mortal && mortal.lastHeight < this.head + 1))
      throw invalid('Transaction has an ancient birth block')
    const hasHash = extensions['CheckMetadataHash']?.[0] === 1
    if (hasHash && !metadataHash) throw invalid('Transaction has a bad signature')
    const payment =
      extensions['ChargeAssetTxPayment'] ?? extensions['ChargeTransactionPayment'] ?? none
    return {
      era,
      blockHash: fromHex(birth.hash.slice(2)),
      genesisHash: fromHex(genesis.slice(2)),
      nonce: Number(compact.dec((extensions['CheckNonce'] ?? none).slice())),
      tip: BigInt(compact.dec(payment.slice())),
      metadataHash: hasHash ? metadataHash : undefined,
    }
  }
}
