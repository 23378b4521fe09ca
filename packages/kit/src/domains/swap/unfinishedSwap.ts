import { isSameAccount } from '@latchkey/protocol/address'
import { isAccountId } from '@latchkey/protocol/caip'
import { isObject } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import type { SwapToken } from '../../core/contracts/facets/swap.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { storedValue } from '../../core/storage/storedValue.ts'
import { contextOf } from '../../core/kit/context.ts'

/** A swap whose approval was sent, but not its own transaction. Stored to survive a reload. */
export type UnfinishedSwap = {
  /** CAIP-10. */
  accountId: string
  from: Pick<SwapToken, 'id' | 'symbol' | 'decimals'>
  to: Pick<SwapToken, 'id' | 'symbol' | 'decimals'>
  /** In the smallest unit of `from`. */
  amount: bigint
  /** Hashes of the approvals that were sent. */
  approvals: readonly string[]
  /** When it was stored, in milliseconds since 1970. */
  at: number
}

const stored = /* @__PURE__ */ storedValue('begun-swap', readUnfinished)

function readUnfinished(json: unknown): UnfinishedSwap | undefined {
  const { accountId, from, to, amount, approvals, at } = isObject(json) ? json : {}
  const [give, get] = [readToken(from), readToken(to)]
  if (
    !isAccountId(accountId) ||
    !give ||
    !get ||
    typeof amount !== 'string' ||
    !/^\d{1,78}$/.test(amount) ||
    typeof at !== 'number' ||
    !Array.isArray(approvals)
  )
    return undefined
  return {
    accountId,
    from: give,
    to: get,
    amount: BigInt(amount),
    approvals: approvals.filter((approval) => typeof approval === 'string').slice(0, 2),
    at,
  }
}

function readToken(json: unknown): UnfinishedSwap['from'] | undefined {
  const { id, symbol, decimals } = isObject(json) ? json : {}
  if (
    !isAccountId(id) ||
    typeof symbol !== 'string' ||
    symbol.length > 64 ||
    !Number.isInteger(decimals) ||
    Number(decimals) < 0 ||
    Number(decimals) > 255
  )
    return undefined
  return { id, symbol, decimals: Number(decimals) }
}

/**
 * Returns the unfinished swap of an account on a network, if it is at most a day old. If its time
 * is in the future, the clock was set back: its age is unknown, and it is ignored.
 */
export function unfinishedSwap(kit: Kit, accountId: string): UnfinishedSwap | undefined {
  const unfinished = stored.get(kit)
  const age = unfinished ? contextOf(kit).clock.now() - unfinished.at : undefined
  return unfinished &&
    age !== undefined &&
    age >= 0 &&
    age < times.swapBegun &&
    isSameAccount(unfinished.accountId, accountId)
    ? unfinished
    : undefined
}

/** Stores an unfinished swap, or removes it. */
export function storeUnfinishedSwap(kit: Kit, unfinished: UnfinishedSwap | undefined): void {
  // the amount is stored as a text, because JSON has no bigint; `readUnfinished` converts it back
  stored.set(
    kit,
    unfinished &&
      ({ ...unfinished, amount: String(unfinished.amount) } as unknown as UnfinishedSwap),
  )
}
