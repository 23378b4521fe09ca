import { isRecord } from '@latchkey/protocol/isObject'
import { adapterOf } from '../../../core/accounts/adapterOf.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { ErrorCode } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { Account } from '../../../core/kit/state.ts'
import { linkOf } from '../../../session/links.ts'
import { walletLimit } from '../assets/readAssetDiscovery.ts'
import { legacyRequestOf } from './legacyRequest.ts'
import type { ReadRequest, WireRule } from './readGrantRequest.ts'

/**
 * What a wallet grants by today's ERC-7715: for each type of permission, the chains and the types
 * of rules. Undefined for a wallet that does not know it.
 */
type Supported = ReadonlyMap<string, { chainIds: readonly string[]; ruleTypes: readonly string[] }>

const unsupported: ReadonlySet<ErrorCode> = new Set([
  'methodNotFound',
  'methodNotSupported',
  'unsupportedMethod',
  'unauthorized', // a phone that has not approved the method
])

/** Whether an error means that the wallet does not have a method. */
export const isUnsupported = (error: unknown): boolean =>
  KitError.is(error) && unsupported.has(error.code)

/**
 * Sends a request that needs no approval to the account's wallet.
 * @throws KitError walletTimeout; the wallet's errors
 */
export async function askQuietly(
  kit: Kit,
  { namespace, connectorId, networkId }: Account,
  method: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const link = linkOf(kit, namespace, connectorId)
  if (!link) throw kitError('providerDisconnected')
  return withLimit(
    (limited) =>
      adapterOf(kit, namespace).request({ method, params: [], networkId, link, signal: limited }),
    {
      ms: walletLimit,
      clock: contextOf(kit).clock,
      signal,
      onTimeout: () => kitError('walletTimeout'),
    },
  )
}

/** What the account's wallet grants by today's ERC-7715. */
export async function readSupported(
  kit: Kit,
  account: Account,
  signal?: AbortSignal,
): Promise<Supported | undefined> {
  try {
    return toSupported(
      await askQuietly(kit, account, 'wallet_getSupportedExecutionPermissions', signal),
    )
  } catch (error) {
    if (isUnsupported(error)) return undefined
    throw error
  }
}

/** Reads an answer of any form. Entries of another form are left out. */
function toSupported(answer: unknown): Supported | undefined {
  if (!isRecord(answer)) return undefined
  const texts = (value: unknown): readonly string[] =>
    Array.isArray(value)
      ? value.slice(0, 1_000).filter((text): text is string => typeof text === 'string')
      : []
  return new Map(
    Object.entries(answer)
      .slice(0, 100)
      .flatMap(([type, entry]) =>
        isRecord(entry)
          ? [[type, { chainIds: texts(entry['chainIds']), ruleTypes: texts(entry['ruleTypes']) }]]
          : [],
      ),
  )
}

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
