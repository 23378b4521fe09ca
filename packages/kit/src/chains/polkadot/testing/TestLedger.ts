import { toHex } from '@latchkey/protocol/hex'
import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { readCall, readTransfer } from '../wire/calls.ts'
import { existentialDepositOf } from '../wire/runtime.ts'
import type { Runtime } from '../wire/runtime.ts'

/** An account of the test chain. Amounts in planck. */
export type TestAccount = {
  nonce: number
  free: bigint
  reserved: bigint
  frozen: bigint
  consumers: number
}

/** The key of an address, in hex. */
export function keyOfAddress(address: string): string {
  const read = readSs58(address)
  if (!read) throw new Error(`${address} is no address`)
  return toHex(read.key)
}

/** The accounts of a test chain, by their keys in hex, and what calls do with them. */
export class TestLedger {
  readonly runtime: Runtime
  /** The minimum that an account has to hold, in planck. */
  readonly deposit: bigint
  /** The part of the fee that follows the load of the network. */
  feeMultiplier = 1n
  /** Replaced at each change, so that blocks can keep it. */
  accounts: ReadonlyMap<string, TestAccount> = new Map()

  constructor(runtime: Runtime) {
    this.runtime = runtime
    this.deposit = existentialDepositOf(runtime)
  }

  accountOf(key: string): TestAccount {
    return this.accounts.get(key) ?? { nonce: 0, free: 0n, reserved: 0n, frozen: 0n, consumers: 0 }
  }

  change(key: string, parts: Partial<TestAccount>): void {
    const next = { ...this.accountOf(key), ...parts }
    const accounts = new Map(this.accounts)
    if (next.free + next.reserved === 0n && next.consumers === 0) accounts.delete(key)
    else accounts.set(key, next)
    this.accounts = accounts
  }

  /** The fee of a transaction: a part for its length, and one for its work. */
  feeOf(length: number, call: Uint8Array): bigint {
    const isAll = readCall(this.runtime, call)?.name === 'transfer_allow_death'
    const work = isAll ? 600_000n : 100_000n
    return 1_000_000n + BigInt(length) * 10_000n + work * this.feeMultiplier
  }

  /** Executes a call. Returns its error, in the form of polkadot-api. */
  execute(from: string, bytes: Uint8Array): object | undefined {
    const call = readCall(this.runtime, bytes)
    const payment = call && readTransfer(call)
    if (payment) {
      const keepsAlive = call.name === 'transfer_keep_alive'
      const fault = this.#transfer(from, keyOfAddress(payment.to), payment.amount, keepsAlive)
      return fault && { type: 'Token', value: { type: fault, value: undefined } }
    }
    // other calls do nothing, and those of the balances fail
    return call?.pallet === 'Balances'
      ? { type: 'Module', value: { type: 'Balances', value: { type: 'InsufficientBalance' } } }
      : undefined
  }

  /** Executes a payment. Returns the name of its error. Source: `pallet_balances` */
  #transfer(from: string, to: string, amount: bigint | 'all', keepsAlive: boolean) {
    const sender = this.accountOf(from)
    const { free, reserved, frozen, consumers } = sender
    const locked = frozen > reserved ? frozen - reserved : 0n
    const stays = keepsAlive || consumers > 0
    const untouchable = stays && this.deposit > locked ? this.deposit : locked
    const available = free > untouchable ? free - untouchable : 0n
    const value = amount === 'all' ? available : amount
    if (value > free - locked) return 'FundsUnavailable'
    if (value > available) return keepsAlive ? 'NotExpendable' : 'Frozen'
    if (from === to) return undefined
    const receiver = this.accountOf(to)
    if (value > 0n && receiver.free + value < this.deposit) return 'BelowMinimum'
    this.change(to, { free: receiver.free + value })
    const left = free - value
    // less than the minimum is lost with the account
    const isLost = left < this.deposit && !stays && reserved === 0n
    this.change(from, { free: isLost ? 0n : left })
    return undefined
  }
}

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
