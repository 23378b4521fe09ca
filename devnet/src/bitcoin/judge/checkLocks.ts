import { medianTime, tipOf } from '../chain/createChain.ts'
import type { Chain, Coin } from '../chain/types.ts'
import type { Transaction } from '../wire/transaction.ts'
import { refuse } from './refusal.ts'

/** Lock times below this number are heights, others are seconds since 1970. */
const lockTimeThreshold = 500_000_000
/** Bits of a sequence number. BIP-68 */
const sequence = { final: 0xffff_ffff, disabled: 0x8000_0000, isTime: 0x40_0000, mask: 0xffff }
/** A relative lock in time counts steps of so many seconds. */
const timeStep = 512

/** Checks the absolute lock against the next block. BIP-113 @throws Refusal */
export function checkLockTime(chain: Chain, { lockTime, inputs }: Transaction): void {
  if (lockTime === 0 || inputs.every((input) => input.sequence === sequence.final)) return
  const isPast =
    lockTime < lockTimeThreshold ? lockTime <= tipOf(chain).height : lockTime < medianTime(chain)
  if (!isPast) refuse('non-final')
}

/** Checks how old the spent outputs have to be in the next block. BIP-68 @throws Refusal */
export function checkAges(
  chain: Chain,
  { version, inputs }: Transaction,
  spent: readonly Coin[],
): void {
  if (version < 2) return
  const next = tipOf(chain).height + 1
  for (const [index, input] of inputs.entries()) {
    if (input.sequence & sequence.disabled) continue
    const height = spent[index]?.height ?? next
    const wait = input.sequence & sequence.mask
    const isOld =
      input.sequence & sequence.isTime
        ? medianTime(chain, height - 1) + wait * timeStep <= medianTime(chain)
        : height + wait <= next
    if (!isOld) refuse('non-BIP68-final')
  }
}
