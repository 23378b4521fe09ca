import * as counts from '@latchkey/protocol/counts'
import type { Kit } from '../../core/kit/kit.ts'
import { storedValue } from '../../core/storage/storedValue.ts'

/** The minimum slippage, in percent (docs/contracts/api.md#swap-transaction). */
export const minSlippage = 0.01

/**
 * Whether a number is a slippage that services accept: 0.01 to 50 percent, with at most two
 * decimals.
 */
export function isSlippage(percent: unknown): percent is number {
  return (
    typeof percent === 'number' &&
    percent >= minSlippage &&
    percent <= counts.maxSlippage &&
    Number.isInteger(Math.round(percent * 1e6) / 1e4)
  )
}

const stored = /* @__PURE__ */ storedValue('swap-slippage', (json) =>
  isSlippage(json) ? json : undefined,
)

/**
 * The slippage that the visitor has chosen: the maximum percentage of the amount that may be lost
 * between the offer and the block.
 * @default 1
 */
export const slippageOf = (kit: Kit): number => stored.get(kit) ?? counts.slippagePercent

/** Stores the slippage that the visitor has chosen. */
export const rememberSlippage = (kit: Kit, percent: number): void =>
  stored.set(kit, percent === counts.slippagePercent ? undefined : percent)
