import { toQuantity } from '../provider/quantity.ts'
import type { ReadRequest } from './readGrantRequest.lazy.ts'

/**
 * A request in the form of 2024: `wallet_grantPermissions`. Undefined for what that form can't
 * express: streams, amounts of a token in each period, recipients, several redeemers, and calls
 * with value, with fixed arguments or of several contracts.
 * @param now in seconds since 1970
 */
export function legacyRequestOf(
  { wire, to, terms: { what, payees, maxUses, expiry, redeemers } }: ReadRequest,
  now: number,
): Record<string, unknown> | undefined {
  const permission = payees || redeemers.length > 1 ? undefined : permissionOf(what, wire, now)
  return (
    permission && {
      chainId: wire.chainId,
      address: wire.from,
      expiry,
      signer: { type: 'account', data: { id: to, address: to } },
      permissions: [
        {
          ...permission,
          policies: [
            ...permission.policies,
            ...(maxUses === undefined
              ? []
              : [{ type: 'call-limit', data: { limit: Number(maxUses) } }]),
          ],
          required: true,
        },
      ],
      policies: [],
    }
  )
}

function permissionOf(
  what: ReadRequest['terms']['what'],
  { permission: { data } }: ReadRequest['wire'],
  now: number,
) {
  if (what.kind === 'stream') return undefined
  if (what.kind === 'calls') {
    const [target, ...others] = what.targets
    return others.length > 0 || what.fixed.length > 0 || what.maxValue > 0n
      ? undefined
      : {
          type: 'contract-call',
          data: { address: target, calls: data['functions'] },
          policies: [],
        }
  }
  if (what.kind === 'periodic') {
    const start = what.startTime < 0 ? now : what.startTime
    return what.token
      ? undefined
      : {
          type: 'native-token-recurring-allowance',
          data: { allowance: toQuantity(what.amount), start, period: what.period },
          policies: [],
        }
  }
  if (what.startTime >= 0) return undefined
  const policy = { type: 'token-allowance', data: { allowance: toQuantity(what.amount) } }
  return what.token
    ? { type: 'erc20-token-transfer', data: { address: what.token }, policies: [policy] }
    : { type: 'native-token-transfer', data: {}, policies: [policy] }
}
