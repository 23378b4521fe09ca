import { formatNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { BorderError, readShape } from '@latchkey/protocol/border'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { isRecord } from '@latchkey/protocol/isObject'
import {
  executionRequestShape,
  selectorOf,
  spendingOf,
} from '@latchkey/protocol/sessions/permissions'
import type { ExecutionRequest, PermissionRequest } from '@latchkey/protocol/sessions/permissions'
import type { GrantCapabilities, GrantRequest } from '@latchkey/protocol/sessions/grant'
import { maxUint256 } from '@latchkey/protocol/sessions/terms'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import type { KitNetwork } from '../../../core/contracts/network.ts'
import type { KitError } from '../../../core/errors/KitError.ts'
import { networkNotFound } from '../../../core/options/networkNotFound.ts'
import { optionInvalid } from '../../../core/options/optionInvalid.ts'
import { chainIdOf, toQuantity } from '../provider/quantity.ts'
import { readCapabilities } from './readCapabilities.ts'

/** The longest time of a session, in seconds. docs/guide.md#permissions */
const maxSeconds = 366 * 24 * 60 * 60

/** A site's request that is checked. */
export type ReadRequest = {
  networkId: NetworkId
  chainId: number
  to: Hex
  /** The request as it is sent to a wallet. ERC-7715 */
  wire: {
    chainId: string
    from: string
    to: Hex
    permission: { type: string; isAdjustmentAllowed: boolean; data: Record<string, unknown> }
    rules: readonly WireRule[]
    /** Only for wallets of today's ERC-7715. */
    capabilities?: GrantCapabilities
  }
  /** The most that may be granted. Without `startTime`, it is -1. */
  terms: SessionTerms
  /** The functions that the request names, by their selectors. */
  functions: ReadonlyMap<Hex, string>
  /** Whether the site itself has named the redeemers. */
  hasRedeemers: boolean
}
export type WireRule = { type: string; data: Record<string, unknown> }

/** The parts of a request for the page itself. */
const requestKeys = new Set([
  'chainId',
  'to',
  'permission',
  'expiry',
  'redeemers',
  'payees',
  'maxUses',
  'capabilities',
  'signal',
])
const amounts: ReadonlySet<string> = new Set([
  'allowanceAmount',
  'periodAmount',
  'initialAmount',
  'amountPerSecond',
  'maxAmount',
  'maxValue',
])

/**
 * Checks a site's request before a wallet is asked.
 * @param now in seconds since 1970
 * @throws KitError optionInvalid, networkNotFound
 */
export function readGrantRequest(
  request: GrantRequest,
  { address, current, networks, now }: RequestPlace,
): ReadRequest {
  if (!isRecord(request)) throw optionInvalid('request', 'is not an object', 'Pass an object.')
  checkKeys('', request, requestKeys)
  const networkId = networkOf(request.chainId, current, networks)
  // a site without types may leave it out
  if ((request.expiry as unknown) === undefined)
    throw optionInvalid('expiry', 'is missing', 'Pass seconds since 1970, at most a year ahead.')
  const capabilities = readCapabilities(request.capabilities)
  const wire = {
    chainId: toQuantity(chainIdOf(networkId)),
    from: address,
    to: request.to,
    permission: permissionOf(request.permission),
    rules: rulesOf(request),
    ...(capabilities && { capabilities }),
  }
  const read = readWire(wire)
  for (const key of Object.keys(wire.permission.data))
    if (!Object.hasOwn(read.permission.data, key))
      throw optionInvalid(`permission.data.${key}`, 'is unknown', 'Leave it out.')
  checkTerms(request, read, now)
  const functions = functionsOf(read.permission)
  return {
    networkId,
    chainId: Number(chainIdOf(networkId)),
    to: request.to,
    wire,
    terms: {
      what: whatOf(read.permission, functions),
      ...(request.payees && { payees: request.payees }),
      ...(request.maxUses !== undefined && { maxUses: BigInt(request.maxUses) }),
      expiry: request.expiry,
      redeemers: request.redeemers ?? [request.to],
      nonce: 0n,
    },
    functions,
    hasRedeemers: request.redeemers !== undefined,
  }
}

/** Where a request is made: the account, its network, and the site's networks. */
type RequestPlace = {
  address: string
  current: NetworkId
  networks: readonly KitNetwork[]
  now: number
}

function networkOf(
  chainId: unknown,
  current: NetworkId,
  networks: readonly KitNetwork[],
): NetworkId {
  if (chainId !== undefined && !(Number.isSafeInteger(chainId) && Number(chainId) > 0))
    throw optionInvalid('chainId', 'is not valid', 'Pass the chain id as a number.')
  const wanted = chainId === undefined ? current : formatNetworkId('eip155', Number(chainId))
  if (!networks.some(({ networkId }) => networkId === wanted))
    throw networkNotFound(wanted, networks)
  return wanted
}

function checkKeys(path: string, value: object, known: ReadonlySet<string>): void {
  const unknown = Object.keys(value).find((key) => !known.has(key))
  if (unknown !== undefined) throw optionInvalid(`${path}${unknown}`, 'is unknown', 'Leave it out.')
}

/** Writes a permission in JSON: amounts as hex. */
function permissionOf(permission: unknown): ReadRequest['wire']['permission'] {
  if (!isRecord(permission) || !isRecord(permission['data']))
    throw optionInvalid('permission', 'is not valid', 'Pass an object with `type` and `data`.')
  checkKeys('permission.', permission, new Set(['type', 'data', 'isAdjustmentAllowed']))
  const { type, data, isAdjustmentAllowed = true } = permission
  const written = Object.entries(data).flatMap(([key, value]) => {
    if (value === undefined) return []
    if (!amounts.has(key)) return [[key, value]]
    if (typeof value !== 'bigint' || value < 0n || value > maxUint256)
      throw optionInvalid(
        `permission.data.${key}`,
        'is not an amount',
        'Pass base units as a bigint.',
      )
    return [[key, toQuantity(value)]]
  })
  return {
    // `readWire` checks both
    type: type as string,
    isAdjustmentAllowed: isAdjustmentAllowed as boolean,
    data: Object.fromEntries(written),
  }
}

function rulesOf({ to, expiry, redeemers, payees, maxUses }: GrantRequest): readonly WireRule[] {
  return [
    { type: 'expiry', data: { timestamp: expiry } },
    { type: 'redeemer', data: { addresses: redeemers ?? [to] } },
    ...(payees === undefined ? [] : [{ type: 'payee', data: { addresses: payees } }]),
    ...(maxUses === undefined ? [] : [{ type: 'call-limit', data: { count: maxUses } }]),
  ]
}

/** The names of a request's parts, by the places of their rules. */
const ruleNames = ['expiry', 'redeemers', 'payees', 'maxUses'] as const

function readWire(wire: ReadRequest['wire']): ExecutionRequest {
  try {
    return readShape(executionRequestShape, wire)
  } catch (error) {
    throw partInvalid(wire, error)
  }
}

/** The error that names the part of the site's request. */
function partInvalid({ rules }: ReadRequest['wire'], error: unknown): KitError {
  const path = error instanceof BorderError ? error.message.replace(/^Another shape at /, '') : ''
  const rule = rules[Number(/^rules\.(\d)/.exec(path)?.[1])]
  const at = rule && ['expiry', 'redeemer', 'payee', 'call-limit'].indexOf(rule.type)
  const part = (at !== undefined && ruleNames[at]) || path || 'request'
  return optionInvalid(part, 'is not valid', 'See “Permissions” in the guide.')
}

/**
 * Checks what the shape of a request does not.
 * @throws KitError optionInvalid
 */
function checkTerms(request: GrantRequest, { permission }: ExecutionRequest, now: number): void {
  const { to, expiry, redeemers, payees } = request
  const { data } = permission
  if (expiry <= now)
    throw optionInvalid('expiry', 'has passed', 'Pass seconds since 1970, in the future.')
  if (expiry > now + maxSeconds)
    throw optionInvalid('expiry', 'is too late', 'Pass seconds since 1970, at most a year ahead.')
  if (redeemers && !redeemers.some((address) => isSame(address, to)))
    throw optionInvalid('redeemers', 'does not name `to`', 'Pass `to` among them.')
  if ('startTime' in data && data.startTime && data.startTime >= expiry)
    throw optionInvalid(
      'permission.data.startTime',
      'is not before the end',
      'Pass an earlier one.',
    )
  if (payees && permission.type === 'contract-call')
    throw optionInvalid('payees', 'has no effect on calls', 'Pass `targets` alone.')
  if (payees && payees.length > 1 && 'tokenAddress' in data)
    throw optionInvalid('payees', 'has several recipients of a token', 'Pass one.')
  if ('arguments' in data && data.arguments && data.functions.length > 1)
    throw optionInvalid(
      'permission.data.arguments',
      'fits no single function',
      'Pass one function.',
    )
  if (
    'maxAmount' in data &&
    typeof data.maxAmount === 'bigint' &&
    data.maxAmount < (data.initialAmount ?? 0n)
  )
    throw optionInvalid(
      'permission.data.maxAmount',
      'is too small',
      'Pass at least the initial amount.',
    )
}

const isSame = (address: string, other: string) => address.toLowerCase() === other.toLowerCase()

/** The functions of a request, by their selectors. */
function functionsOf(permission: PermissionRequest): ReadonlyMap<Hex, string> {
  if (permission.type !== 'contract-call') return new Map()
  return new Map(permission.data.functions.map((text) => [selectorOf(text), text] as const))
}

/** The permission as the contracts would enforce it. */
function whatOf(
  permission: PermissionRequest,
  functions: ReadonlyMap<Hex, string>,
): SessionTerms['what'] {
  if (permission.type === 'contract-call') {
    const { data } = permission
    return {
      kind: 'calls',
      targets: data.targets.map(toHex),
      selectors: [...functions.keys()],
      maxValue: data.maxValue ?? 0n,
      fixed: data.arguments ?? [],
    }
  }
  return spendingOf(permission, -1)
}

const toHex = (address: string) => address as Hex // the shape has checked the address
