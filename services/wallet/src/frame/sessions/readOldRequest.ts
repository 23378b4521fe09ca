import { evmAddress } from '@latchkey/protocol/api'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { isRecord, partsOf } from '@latchkey/protocol/isObject'
import { counts } from '@latchkey/protocol/limits'
import { listOf } from '@latchkey/protocol/listOf'
import type { FixedArgument, SessionTerms } from '@latchkey/protocol/sessions/terms'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import { toQuantity } from '../rpc/hex.ts'
import { readFunction, readInteger, wordOfValue, type ContractFunction } from './functions.ts'
import { checkTerms, type GrantRequest } from './GrantRequest.ts'
import { callsOf } from './readExecutionRequests.ts'
import { refusal } from './refusals.ts'

/** A permission or a policy of 2024. */
type Part = Readonly<Record<string, unknown>>

/** A request of `wallet_grantPermissions`, and how its permission is written once it is granted. */
export type OldRequest = {
  request: GrantRequest
  /** The members of the answer that say what was granted. */
  write: (terms: SessionTerms) => {
    signer: Part
    permissions: readonly Part[]
    grantedPermissions: readonly Part[]
    policies: readonly Part[]
  }
}

const part = v.custom<Part>(isRecord)
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(2 ** 40))
const amount = v.pipe(
  v.unknown(),
  v.transform(readInteger),
  v.bigint(),
  v.minValue(0n),
  v.maxValue((1n << 256n) - 1n),
)
const positive = v.pipe(amount, v.minValue(1n))
const chain = v.pipe(
  amount,
  v.maxValue(BigInt(Number.MAX_SAFE_INTEGER)),
  v.transform((number) => Number(number)),
)
const shape = v.object({
  chainId: v.nullish(chain),
  address: v.nullish(evmAddress),
  expiry: seconds,
  permissions: listOf(part, counts.sessionParts),
  policies: v.nullish(listOf(part, counts.sessionParts)),
})
const keys = ['chainId', 'address', 'expiry', 'signer', 'permissions', 'policies']

const transfers = ['native-token-transfer', 'erc20-token-transfer']
const types = [...transfers, 'native-token-recurring-allowance', 'contract-call']

/**
 * Reads the parameters of `wallet_grantPermissions` in the forms of 2024: the draft's, as viem
 * writes it, and AppKit's, with the policies beside the permissions. ERC-7715
 * @param now the second, since 1970
 * @throws Fault -32602 for another form, 4200 for what is not granted
 */
export function readOldRequest(params: unknown, now: number): OldRequest {
  const [value]: readonly unknown[] = Array.isArray(params) ? params : []
  const read = v.safeParse(shape, value)
  if (!read.success || !isRecord(value)) throw fault('invalidParams')
  if (Object.keys(value).some((key) => !keys.includes(key))) throw refusal('condition')
  const { chainId, address, expiry, permissions, policies } = read.output
  const signer = readSigner(value['signer'])
  const known = permissions.filter((one) => {
    if (typeof one['type'] !== 'string') throw fault('invalidParams')
    if (types.includes(one['type'])) return true
    if (one['required'] !== false) throw refusal('type')
    return false
  })
  const [permission, second] = known
  if (!permission) throw refusal('type')
  if (second) throw refusal('several')
  refuseOthers(permission, ['type', 'data', 'policies', 'required'])
  const own = v.safeParse(v.nullish(listOf(part, counts.sessionParts)), permission['policies'])
  if (!own.success) throw fault('invalidParams')
  const limits = readPolicies([...(own.output ?? []), ...(policies ?? [])])
  const { what, signatures, hasStart, write } = readPermission(permission, limits, now)
  const terms: GrantRequest['terms'] = {
    what,
    ...(limits.maxUses !== undefined && { maxUses: limits.maxUses }),
    expiry,
    redeemers: [signer.address],
  }
  checkTerms(terms, now)
  const request: GrantRequest = {
    chainId: chainId ?? undefined,
    from: address ?? undefined,
    delegate: signer.address,
    terms,
    hasStart,
    signatures,
    isAdjustable: true,
    justification: undefined,
  }
  return {
    request,
    write(granted) {
      const isInside = own.output !== undefined && own.output !== null
      const written = writePolicies(limits, granted)
      const data = write(granted)
      const one = {
        type: permission['type'],
        data,
        ...('required' in permission && { required: permission['required'] }),
        ...((isInside || policies == null) && { policies: written }),
      }
      return {
        signer: signer.value,
        permissions: [one],
        grantedPermissions: [{ ...one, policies: written }],
        policies: policies == null ? [] : written,
      }
    },
  }
}

/** The account that may use the session. @throws Fault 4200 for another kind of signer */
function readSigner(value: unknown): { address: Hex; value: Part } {
  const { type, data } = partsOf(value)
  const { address, id } = partsOf(data)
  const named = address ?? id
  if (type !== 'account' || !v.is(evmAddress, named)) throw refusal('signer')
  return { address: named, value: { type, data: { address: named, id: named } } }
}

type Limits = { allowance: bigint | undefined; maxUses: bigint | undefined }

/** The members of `data`, by the type of a policy. */
const policyKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['token-allowance', ['allowance']],
  ['call-limit', ['limit', 'count']],
])

/** Reads the policies. @throws Fault 4200 for one that is not enforced */
function readPolicies(policies: readonly Part[]): Limits {
  const limits: Limits = { allowance: undefined, maxUses: undefined }
  for (const policy of policies) {
    const { type, data, required } = policy
    const { allowance, limit, count } = partsOf(data)
    const keys = typeof type === 'string' ? policyKeys.get(type) : undefined
    if (keys) {
      refuseOthers(policy, ['type', 'data', 'required'])
      refuseOthers(partsOf(data), keys)
    }
    if (type === 'token-allowance') {
      if (limits.allowance !== undefined) throw fault('invalidParams')
      limits.allowance = parse(positive, allowance)
    } else if (type === 'call-limit') {
      if (limits.maxUses !== undefined) throw fault('invalidParams')
      limits.maxUses = parse(v.pipe(positive, v.maxValue(2n ** 32n)), limit ?? count)
    } else if (required !== false) throw refusal('rule')
  }
  return limits
}

const writePolicies = ({ allowance }: Limits, { what, maxUses }: SessionTerms): readonly Part[] => [
  ...(allowance !== undefined && what.kind === 'allowance'
    ? [{ type: 'token-allowance', data: { allowance: toQuantity(what.amount) } }]
    : []),
  ...(maxUses === undefined
    ? []
    : [{ type: 'call-limit', data: { limit: Number(maxUses), count: Number(maxUses) } }]),
]

type ReadPermission = {
  what: GrantRequest['terms']['what']
  signatures: readonly string[]
  hasStart: boolean
  /** The data of the permission that was granted. */
  write: (terms: SessionTerms) => Part
}

function readPermission(permission: Part, { allowance }: Limits, now: number): ReadPermission {
  const data = partsOf(permission['data'])
  const type = permission['type']
  if (type === 'native-token-transfer' || type === 'erc20-token-transfer') {
    if (allowance === undefined) throw refusal('noLimit')
    refuseOthers(data, ['ticker', 'address'])
    return {
      what: {
        ...(type === 'erc20-token-transfer' && { token: parse(evmAddress, data['address']) }),
        kind: 'allowance',
        amount: allowance,
        startTime: now,
      },
      signatures: [],
      hasStart: false,
      write: () => data,
    }
  }
  // it would limit a sum of what the calls do, which no contract counts
  if (allowance !== undefined) throw refusal('rule')
  if (type === 'native-token-recurring-allowance') return readRecurring(data, now)
  return readCalls(data)
}

function readRecurring(data: Part, now: number): ReadPermission {
  refuseOthers(data, ['allowance', 'start', 'period', 'ticker'])
  const start = parse(v.nullish(seconds), data['start'])
  return {
    what: {
      kind: 'periodic',
      amount: parse(positive, data['allowance']),
      period: parse(v.pipe(seconds, v.maxValue(315_360_000)), data['period']),
      startTime: start ?? now,
    },
    signatures: [],
    hasStart: start != null,
    write: ({ what }) => ({
      ...data,
      ...(what.kind === 'periodic' && {
        allowance: toQuantity(what.amount),
        start: what.startTime,
      }),
    }),
  }
}

/** Calls of a contract, by the text of functions, or by AppKit's ABI and functions. */
function readCalls(data: Part): ReadPermission {
  refuseOthers(data, ['address', 'calls', 'abi', 'functions'])
  const target = parse(evmAddress, data['address'])
  const { functions, fixed, maxValue } = isTextForm(data)
    ? {
        functions: parse(texts, data['calls']).map((text) => readFunction(text) ?? invalid()),
        fixed: [],
        maxValue: 0n,
      }
    : readFunctions(data)
  const calls = callsOf({ targets: [target], functions, fixed, maxValue })
  return {
    ...calls,
    hasStart: false,
    write: ({ what }) =>
      isTextForm(data) || what.kind !== 'calls'
        ? data
        : { ...data, functions: parse(entries, data['functions']).map(valued(what.maxValue)) },
  }
}

const isTextForm = (data: Part) => data['calls'] !== undefined

const valued = (maxValue: bigint) => (entry: Part) =>
  'valueLimit' in entry ? { ...entry, valueLimit: toQuantity(maxValue) } : entry

const texts = v.pipe(
  listOf(v.pipe(v.string(), v.maxLength(256)), counts.sessionTargets),
  v.minLength(1),
)
const entries = v.pipe(listOf(part, counts.sessionTargets), v.minLength(1))
const abi = v.pipe(v.array(v.unknown()), v.maxLength(512))
const name = v.pipe(v.string(), v.maxLength(100))
const args = v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(32)))

function readFunctions(data: Part) {
  const declared = parse(abi, data['abi']).flatMap((entry) =>
    isRecord(entry) && entry['type'] === 'function' ? [entry] : [],
  )
  const values = new Set<bigint>()
  const fixed: FixedArgument[] = []
  const functions = parse(entries, data['functions']).map((entry): ContractFunction => {
    refuseOthers(entry, ['functionName', 'args', 'valueLimit', 'abi'])
    const wanted = parse(name, entry['functionName'])
    const [found, second] = declared.filter((one) => one['name'] === wanted)
    // of two functions with one name it is not known which is meant
    if (!found || second) throw fault('invalidParams')
    const read = readFunction(`${wanted}(${typesOf(found['inputs'])})`) ?? invalid()
    values.add(parse(v.nullish(amount), entry['valueLimit']) ?? 0n)
    fixed.push(...readArguments(parse(args, entry['args']) ?? [], read))
    return read
  })
  const [maxValue = 0n, other] = values
  if (other !== undefined) throw refusal('values')
  return { functions, fixed, maxValue }
}

/** The arguments that have to have one value. */
const readArguments = (list: readonly unknown[], { types: own }: ContractFunction) =>
  list.flatMap((condition, index): FixedArgument[] => {
    if (condition === null) return []
    const { operator, value } = partsOf(condition)
    if (typeof operator !== 'string') throw fault('invalidParams')
    if (operator.toUpperCase() !== 'EQUAL') throw refusal('fixed')
    const word = wordOfValue(own[index] ?? '', value)
    if (word === undefined) throw refusal('fixed')
    return [{ index, value: word }]
  })

/** The types of an ABI's inputs as text. */
function typesOf(inputs: unknown, depth = 0): string {
  if (inputs === undefined) return ''
  if (!Array.isArray(inputs) || inputs.length > 64 || depth > 8) throw fault('invalidParams')
  return inputs
    .map((input: unknown) => {
      const { type, components } = partsOf(input)
      if (typeof type !== 'string' || type.length > 100) throw fault('invalidParams')
      return type.startsWith('tuple')
        ? `(${typesOf(components, depth + 1)})${type.slice('tuple'.length)}`
        : type
    })
    .join(',')
}

function refuseOthers(value: Part, known: readonly string[]): void {
  if (Object.keys(value).some((key) => !known.includes(key))) throw refusal('condition')
}

function parse<const schema extends v.GenericSchema>(schema: schema, value: unknown) {
  const read = v.safeParse(schema, value)
  if (!read.success) throw fault('invalidParams')
  return read.output
}

function invalid(): never {
  throw fault('invalidParams')
}
