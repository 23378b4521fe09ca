import * as counts from '@latchkey/protocol/counts'
import type { Kit } from '../core/kit.ts'
import { storedValue } from '../core/storedValue.ts'

/** The least slippage, in percent. API contract, section 7 */
export const minSlippage = 0.01

/** Whether a number is a slippage that a service takes: 0.01 to 50 percent, to a hundredth. */
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
 * Percent of the amount that may be lost between offer and block: the visitor's choice, also from
 * an earlier visit. @default 1
 */
export const slippageOf = (kit: Kit): number => stored.get(kit) ?? counts.slippagePercent

/** Remembers the visitor's choice. */
export const rememberSlippage = (kit: Kit, percent: number): void =>
  stored.set(kit, percent === counts.slippagePercent ? undefined : percent)
