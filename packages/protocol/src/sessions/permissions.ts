/**
 * The permissions of a session in JSON, as sites and wallets exchange them today. ERC-7715,
 * `@metamask/7715-permission-types` 2.0.0. `contract-call`, and the rule `call-limit`, are ours.
 */
import * as v from 'valibot'
import { evmAddress } from '../api.ts'
import { isHex, type Hex } from '../evmSignature/hex.ts'
import { counts } from '../limits.ts'
import { listOf } from '../listOf.ts'
import { hashOfText } from '../smartAccounts/words.ts'
import { maxUint256, type Spending } from './terms.ts'

/** An amount in base units, as hex. */
const amount = v.pipe(
  v.string('Expected a number in hex'),
  v.regex(/^0x[\da-f]{1,64}$/i, 'Expected a number in hex'),
  v.transform((text) => BigInt(text)),
)
const positive = v.pipe(amount, v.minValue(1n, 'Expected more than 0'))
/** Seconds since 1970, or a number of seconds. */
const seconds = v.pipe(
  v.number('Expected seconds'),
  v.safeInteger('Expected whole seconds'),
  v.minValue(1, 'Expected more than 0'),
  v.maxValue(2 ** 40, 'Expected seconds'),
)
const bytesOf = (bytes: number) =>
  v.pipe(
    v.custom<Hex>(isHex, 'Expected bytes in hex'),
    v.length(2 + 2 * bytes, `Expected ${bytes} bytes`),
  )

/** What the site says to the visitor about its wish, unproved. */
const justification = v.nullish(v.pipe(v.string(), v.maxLength(counts.justification)))
const start = { startTime: v.nullish(seconds), justification }
const token = { tokenAddress: evmAddress }
const allowance = { allowanceAmount: positive, ...start }
const periodic = {
  periodAmount: positive,
  // MetaMask's limit: ten years
  periodDuration: v.pipe(seconds, v.maxValue(315_360_000, 'Expected at most ten years')),
  ...start,
}
const stream = {
  initialAmount: v.nullish(amount),
  maxAmount: v.nullish(positive),
  amountPerSecond: positive,
  ...start,
}

/** A function as in Solidity, for example `buy(uint256)`. */
const signature = v.pipe(
  v.string(),
  v.maxLength(256),
  v.regex(/^[A-Za-z_$][\w$]*\([\w,()[\]]*\)$/, 'Expected a function such as buy(uint256)'),
)
const contractCall = {
  targets: v.pipe(listOf(evmAddress, counts.sessionTargets), v.minLength(1)),
  functions: v.pipe(listOf(signature, counts.sessionTargets), v.minLength(1)),
  /** Arguments that have to have one value. Only with one function, and of types of one word. */
  arguments: v.nullish(
    listOf(
      v.object({
        index: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(31)),
        value: bytesOf(32),
      }),
      counts.sessionTargets,
    ),
  ),
  /** The most native currency of one call, in wei. 0 where it is missing. */
  maxValue: v.nullish(amount),
  justification,
}

const isAdjustmentAllowed = v.optional(v.boolean(), true)
/* @__NO_SIDE_EFFECTS__ */
const permission = <const name extends string, const entries extends v.ObjectEntries>(
  type: name,
  data: entries,
) => v.object({ type: v.literal(type), isAdjustmentAllowed, data: v.object(data) })

/** A permission that a site may ask for. */
export const permissionShape = v.variant('type', [
  permission('native-token-allowance', allowance),
  permission('native-token-periodic', periodic),
  permission('native-token-stream', stream),
  permission('erc20-token-allowance', { ...allowance, ...token }),
  permission('erc20-token-periodic', { ...periodic, ...token }),
  permission('erc20-token-stream', { ...stream, ...token }),
  permission('contract-call', contractCall),
])
export type PermissionRequest = v.InferOutput<typeof permissionShape>
export type PermissionType = PermissionRequest['type']

/** A permission to spend. */
export type SpendingRequest = Exclude<PermissionRequest, { type: 'contract-call' }>

/**
 * The spending that a permission means.
 * @param start the second, since 1970, from which it counts where the site does not say it
 */
export function spendingOf({ data }: SpendingRequest, start: number): Spending {
  const common = {
    ...('tokenAddress' in data && { token: data.tokenAddress }),
    startTime: data.startTime ?? start,
  }
  if ('allowanceAmount' in data)
    return { ...common, kind: 'allowance', amount: data.allowanceAmount }
  if ('periodAmount' in data)
    return { ...common, kind: 'periodic', amount: data.periodAmount, period: data.periodDuration }
  return {
    ...common,
    kind: 'stream',
    initialAmount: data.initialAmount ?? 0n,
    amountPerSecond: data.amountPerSecond,
    maxAmount: data.maxAmount ?? maxUint256,
  }
}

/** The selector of a function such as `buy(uint)`, in which `uint` and `int` mean 256 bits. */
export const selectorOf = (signature: string): Hex =>
  `0x${hashOfText(signature.replaceAll(/([(,]u?int)(?=[,)[])/g, '$1256')).slice(0, 8)}`

/** The types of permissions that our wallet grants. */
export const permissionTypes = [
  'native-token-allowance',
  'native-token-periodic',
  'native-token-stream',
  'erc20-token-allowance',
  'erc20-token-periodic',
  'erc20-token-stream',
  'contract-call',
] as const satisfies readonly PermissionType[]

const addresses = v.object({
  addresses: v.pipe(listOf(evmAddress, counts.sessionTargets), v.minLength(1)),
})

/** A rule of a permission. */
export const ruleShape = v.variant('type', [
  v.object({ type: v.literal('expiry'), data: v.object({ timestamp: seconds }) }),
  v.object({ type: v.literal('redeemer'), data: addresses }),
  v.object({ type: v.literal('payee'), data: addresses }),
  v.object({
    type: v.literal('call-limit'),
    data: v.object({ count: v.pipe(seconds, v.maxValue(2 ** 32)) }),
  }),
])
export type Rule = v.InferOutput<typeof ruleShape>
export const ruleTypes = [
  'expiry',
  'redeemer',
  'payee',
  'call-limit',
] as const satisfies readonly Rule['type'][]

/** One item of `wallet_requestExecutionPermissions`. */
export const executionRequestShape = v.object({
  chainId: v.pipe(v.string(), v.regex(/^0x[\da-f]{1,13}$/i, 'Expected a number in hex')),
  from: v.nullish(evmAddress),
  to: evmAddress,
  permission: permissionShape,
  rules: v.nullish(listOf(ruleShape, 8)),
})
export type ExecutionRequest = v.InferOutput<typeof executionRequestShape>
