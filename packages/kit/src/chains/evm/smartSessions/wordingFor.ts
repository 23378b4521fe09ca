import { isRecord } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors/errors.ts'
import { legacyRequestOf } from './legacyRequest.ts'
import type { ReadRequest, WireRule } from './readGrantRequest.lazy.ts'
import type { Supported } from './sessionWallet.ts'

/** A request in the words of the wallet, and how to read its answer. */
export type Wording = {
  method: string
  params: readonly unknown[]
  /** The context in the wallet's answer, unchecked. */
  contextIn: (answer: unknown) => unknown
  /** Whether the wallet was asked to bind who redeems. If not, the grant names only `to`. */
  bindsRedeemer: boolean
}

/**
 * Words a request as the wallet knows it.
 * @param now in seconds since 1970
 * @throws KitError unsupportedMethod for what the wallet can't grant
 */
export function wordingFor(
  request: ReadRequest,
  supported: Supported | undefined,
  now: number,
): Wording {
  return supported ? todaysWording(request, supported) : legacyWording(request, now)
}

function todaysWording({ wire, hasRedeemers }: ReadRequest, supported: Supported): Wording {
  const entry = supported.get(wire.permission.type)
  const onChain = entry?.chainIds.some((id) => isSameNumber(id, wire.chainId))
  if (!entry || !onChain) throw unsupportedBy(`${wire.permission.type} on this network`)
  const isKnown = ({ type }: WireRule) => entry.ruleTypes.includes(type)
  const bindsRedeemer = hasRedeemers || entry.ruleTypes.includes('redeemer')
  const rules = wire.rules.filter(
    (rule) => isKnown(rule) || rule.type !== 'redeemer' || hasRedeemers,
  )
  const missing = rules.find((rule) => !isKnown(rule) && rule.type !== 'expiry')
  if (missing) throw unsupportedBy(`the rule ${missing.type}`)
  return {
    method: 'wallet_requestExecutionPermissions',
    params: [{ ...wire, rules }],
    contextIn: (answer) => partOf(Array.isArray(answer) ? answer[0] : undefined, 'context'),
    bindsRedeemer,
  }
}

function legacyWording(request: ReadRequest, now: number): Wording {
  const paymaster = request.wire.capabilities?.paymasterService
  if (paymaster && paymaster.optional !== true) throw unsupportedBy('with a paymaster')
  const params = legacyRequestOf(request, now)
  if (!params) throw unsupportedBy('this permission')
  return {
    method: 'wallet_grantPermissions',
    params: [params],
    contextIn: (answer) => partOf(answer, 'context') ?? partOf(answer, 'permissionsContext'),
    bindsRedeemer: false,
  }
}

const unsupportedBy = (what: string) =>
  kitError('unsupportedMethod', { details: `The wallet does not grant ${what}.` })

const partOf = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined)

function isSameNumber(text: string, other: string): boolean {
  return /^0x[\da-f]{1,13}$/i.test(text) && BigInt(text) === BigInt(other)
}
