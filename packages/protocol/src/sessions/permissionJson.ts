/** The permissions of a session in JSON, apart from the shapes that read them, which are larger. */
import type { Hex } from '../evmSignature/hex.ts'
import type { PermissionType, Rule } from './permissions.ts'
import { maxUint256, type SessionTerms, type Spending } from './terms.ts'

const hexOf = (value: bigint): Hex => `0x${value.toString(16)}`

/** A permission and its rules in JSON. */
export type PermissionJson = {
  permission: { type: PermissionType; isAdjustmentAllowed: boolean; data: Record<string, unknown> }
  rules: readonly { type: Rule['type']; data: Record<string, unknown> }[]
}

/**
 * Writes the terms of a session in JSON: what the chain enforces, not what a site asked for.
 * @param nameOf the function of a selector, as text, where it is known
 */
export function permissionJson(
  { what, payees, maxUses, expiry, redeemers }: SessionTerms,
  nameOf: (selector: Hex) => string | undefined = () => undefined,
): PermissionJson {
  const permission =
    what.kind === 'calls'
      ? {
          type: 'contract-call' as const,
          data: {
            targets: what.targets,
            functions: what.selectors.map((selector) => nameOf(selector) ?? selector),
            ...(what.fixed.length > 0 && { arguments: what.fixed }),
            maxValue: hexOf(what.maxValue),
          },
        }
      : { type: spendingTypeOf(what), data: spendingData(what) }
  const rule = (type: Rule['type'], data: Record<string, unknown>) => ({ type, data })
  return {
    permission: { ...permission, isAdjustmentAllowed: false },
    rules: [
      rule('expiry', { timestamp: expiry }),
      rule('redeemer', { addresses: redeemers }),
      ...(payees ? [rule('payee', { addresses: payees })] : []),
      ...(maxUses === undefined ? [] : [rule('call-limit', { count: Number(maxUses) })]),
    ],
  }
}

const spendingTypeOf = ({ token: address, kind }: Spending) =>
  `${address ? 'erc20' : 'native'}-token-${kind}` as const

function spendingData(what: Spending): Record<string, unknown> {
  const common = { startTime: what.startTime, ...(what.token && { tokenAddress: what.token }) }
  switch (what.kind) {
    case 'allowance':
      return { ...common, allowanceAmount: hexOf(what.amount) }
    case 'periodic':
      return { ...common, periodAmount: hexOf(what.amount), periodDuration: what.period }
    case 'stream':
      return {
        ...common,
        initialAmount: hexOf(what.initialAmount),
        amountPerSecond: hexOf(what.amountPerSecond),
        ...(what.maxAmount < maxUint256 && { maxAmount: hexOf(what.maxAmount) }),
      }
  }
}
