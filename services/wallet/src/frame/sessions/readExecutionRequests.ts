import { isRecord, partsOf } from '@latchkey/protocol/isObject'
import {
  executionRequestShape,
  permissionShape,
  permissionTypes,
  ruleShape,
  spendingOf,
  ruleTypes,
} from '@latchkey/protocol/sessions/permissions'
import type {
  ExecutionRequest,
  PermissionRequest,
  Rule,
} from '@latchkey/protocol/sessions/permissions'
import type { Calls, FixedArgument, Spending } from '@latchkey/protocol/sessions/terms'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import { readCapabilities } from '../rpc/calls/readCalls.ts'
import { isOneWord, isWordOf, readFunction, type ContractFunction } from './functions.ts'
import { addressesOf, checkTerms, type GrantRequest } from './GrantRequest.ts'
import { refusal } from './refusals.ts'

/** The most permissions of one request. */
export const maxRequests = 4

/**
 * Reads the parameters of `wallet_requestExecutionPermissions`. ERC-7715
 * @param now the second, since 1970
 * @throws Fault -32602 for another form, 4200 for what is not granted
 */
export function readExecutionRequests(params: unknown, now: number): readonly GrantRequest[] {
  if (!Array.isArray(params) || params.length === 0 || params.length > maxRequests)
    throw fault('invalidParams')
  return params.map((item: unknown) => readItem(item, now))
}

const itemKeys = ['chainId', 'from', 'to', 'permission', 'rules', 'capabilities']
const permissionKeys = ['type', 'isAdjustmentAllowed', 'data']

function readItem(item: unknown, now: number): GrantRequest {
  if (!isRecord(item) || !isRecord(item['permission'])) throw fault('invalidParams')
  const { permission } = item
  if (typeof permission['type'] !== 'string') throw fault('invalidParams')
  if (!permissionTypes.some((type) => type === permission['type'])) throw refusal('type')
  refuseOthers(item, itemKeys)
  refuseOthers(permission, permissionKeys)
  const data = partsOf(permission['data'])
  refuseOthers(data, dataKeys.get(permission['type']) ?? [])
  for (const argument of listIn(data['arguments'])) refuseOthers(partsOf(argument), argumentKeys)
  const read = v.safeParse(executionRequestShape, { ...item, rules: knownRules(item['rules']) })
  if (!read.success) throw fault('invalidParams')
  const paymaster = readCapabilities(item['capabilities'])
  return { ...requestOf(read.output, now), ...(paymaster && { paymaster }) }
}

/** The members of `data`, by the type of a permission or rule. */
const dataKeys: ReadonlyMap<string, readonly string[]> = new Map(
  [...permissionShape.options, ...ruleShape.options].map(({ entries }) => [
    entries.type.literal,
    Object.keys(entries.data.entries),
  ]),
)
const argumentKeys = ['index', 'value']
const ruleKeys = ['type', 'data', 'required', 'isOptional', 'isAdjustmentAllowed']

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Refuses members that would not be enforced. @throws Fault 4200 */
function refuseOthers(value: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const isOther = (key: string) => !known.includes(key) && value[key] !== undefined
  if (Object.keys(value).some(isOther)) throw refusal('condition')
}

/**
 * Leaves out rules that the wallet does not know and the site does not need.
 * @throws Fault 4200 for one that it needs, and for unknown members of a known one
 */
function knownRules(rules: unknown): unknown {
  if (!Array.isArray(rules)) return rules
  return rules.filter((rule: unknown) => {
    const { type, data, required, isOptional } = partsOf(rule)
    if (typeof type !== 'string') return true
    if (ruleTypes.some((known) => known === type)) {
      refuseOthers(partsOf(rule), ruleKeys)
      refuseOthers(partsOf(data), dataKeys.get(type) ?? [])
      return true
    }
    if (required !== false && isOptional !== true) throw refusal('rule')
    return false
  })
}

function requestOf(
  { chainId, from, to, permission, rules }: ExecutionRequest,
  now: number,
): GrantRequest {
  const rule = <type extends Rule['type']>(type: type) => {
    const found = (rules ?? []).filter((one) => one.type === type)
    if (found.length > 1) throw fault('invalidParams')
    return found[0] as (Rule & { type: type }) | undefined // those of this type
  }
  const expiry = rule('expiry')?.data.timestamp
  if (expiry === undefined) throw refusal('noExpiry')
  const redeemers = rule('redeemer')?.data.addresses ?? [to]
  const payees = rule('payee')?.data.addresses
  const maxUses = rule('call-limit')?.data.count
  const { what, signatures } = whatOf(permission, now)
  const terms: GrantRequest['terms'] = {
    what,
    ...(payees && { payees: addressesOf(payees) }),
    ...(maxUses !== undefined && { maxUses: BigInt(maxUses) }),
    expiry,
    redeemers: addressesOf(redeemers),
  }
  checkTerms(terms, now)
  return {
    chainId: Number(chainId),
    from: from ?? undefined,
    delegate: to,
    terms,
    hasStart: 'startTime' in permission.data && permission.data.startTime != null,
    signatures,
    isAdjustable: permission.isAdjustmentAllowed,
    justification: permission.data.justification ?? undefined,
  }
}

type What = { what: Spending | Calls; signatures: readonly string[] }

function whatOf(permission: PermissionRequest, now: number): What {
  if (permission.type === 'contract-call') {
    const { targets, functions, arguments: fixed, maxValue } = permission.data
    return callsOf({
      targets,
      functions: functions.map((text) => readFunction(text) ?? invalid()),
      fixed: fixed ?? [],
      maxValue: maxValue ?? 0n,
    })
  }
  return { what: spendingOf(permission, now), signatures: [] }
}

/**
 * The calls that a session may make.
 * @throws Fault -32602 for a value that a function's argument can't have, 4200 for conditions that
 *   are not enforced
 */
export function callsOf({
  targets,
  functions,
  fixed,
  maxValue,
}: {
  targets: Calls['targets']
  functions: readonly ContractFunction[]
  fixed: readonly FixedArgument[]
  maxValue: bigint
}): What {
  const bySelector = new Map(functions.map((one) => [one.selector, one]))
  // two names of one selector: the contract can't tell them apart, nor could the screen
  if (new Set(functions.map(({ signature }) => signature)).size > bySelector.size) invalid()
  const all = [...bySelector.values()]
  const [first, second] = all
  if (!first) return invalid()
  if (fixed.length > 0 && (second || !first.types.every(isOneWord))) throw refusal('fixed')
  const indices = new Set(fixed.map(({ index }) => index))
  if (indices.size < fixed.length) invalid()
  for (const { index, value } of fixed) {
    const type = first.types[index]
    if (type === undefined || !isWordOf(type, value)) invalid()
  }
  return {
    what: {
      kind: 'calls',
      targets: addressesOf(targets),
      selectors: all.map(({ selector }) => selector),
      maxValue,
      fixed,
    },
    signatures: all.map(({ signature }) => signature),
  }
}

function invalid(): never {
  throw fault('invalidParams')
}
