/** What a site asks the kit to be granted, and what it gets. docs/guide.md#permissions */
import type { Hex } from '../evmSignature/hex.ts'
import type { PermissionJson } from './permissionJson.ts'

/** What all permissions may have. */
type Common = {
  /** The second, since 1970, from which it counts. @default the time of the grant */
  startTime?: number
  /** The site's reason. The wallet shows it to the visitor as the site's own words. */
  justification?: string
}
type Allowance = Common & {
  /** The most in all, in base units. */
  allowanceAmount: bigint
}
type Periodic = Common & {
  /** The most in each period, in base units. What is left at the end of a period lapses. */
  periodAmount: bigint
  /** In seconds. */
  periodDuration: number
}
type Stream = Common & {
  /** What may be taken at once, in base units. @default 0n */
  initialAmount?: bigint
  /** What is added with each second, in base units. */
  amountPerSecond: bigint
  /** The most in all, in base units. @default no limit but the end */
  maxAmount?: bigint
}
type OfToken = {
  /** The contract of the token. */
  tokenAddress: Hex
}

/** Calls of contracts that the site may make from the visitor's account. */
export type CallPermission = {
  /** The contracts. */
  targets: readonly Hex[]
  /** The functions as in Solidity: `buy(uint256)`. */
  functions: readonly string[]
  /**
   * Arguments that must have one value, as a word of the ABI. `index` counts from 0. Only with one
   * function.
   */
  arguments?: readonly { index: number; value: Hex }[]
  /** The most native currency of one call, in wei. @default 0n */
  maxValue?: bigint
  justification?: string
}

/** The data of each type of permission. ERC-7715; `contract-call` is ours. */
export type PermissionData = {
  'native-token-allowance': Allowance
  'native-token-periodic': Periodic
  'native-token-stream': Stream
  'erc20-token-allowance': Allowance & OfToken
  'erc20-token-periodic': Periodic & OfToken
  'erc20-token-stream': Stream & OfToken
  'contract-call': CallPermission
}

/** A permission that a site asks for. */
export type GrantPermission = {
  [type in keyof PermissionData]: {
    type: type
    data: PermissionData[type]
    /** Whether the visitor may lower the amounts and shorten the time. @default true */
    isAdjustmentAllowed?: boolean
  }
}[keyof PermissionData]

/** What the wallet may use for a request, beside what the site asks for. ERC-5792 */
export type GrantCapabilities = {
  /**
   * Who pays the fee if the wallet has to upgrade the visitor's account first. With `optional`, the
   * visitor pays where this service can't. ERC-7677
   */
  paymasterService?: { url: string; context?: Record<string, unknown>; optional?: boolean }
}

/** What a site asks for. The wallet may grant less, and never more. */
export type GrantRequest = {
  /** The chain id of one of the site's networks. @default the current network */
  chainId?: number
  /** The site's own account, which will use the permission and pays the gas. */
  to: Hex
  permission: GrantPermission
  /** The second, since 1970, at which it ends. At most a year ahead. */
  expiry: number
  /** The accounts that may use it. @default `to` alone */
  redeemers?: readonly Hex[]
  /** The only recipients: one for a token, up to eight for the native currency. @default anyone */
  payees?: readonly Hex[]
  /** The most uses. @default no limit */
  maxUses?: number
  capabilities?: GrantCapabilities
}

/**
 * What was granted, read from what the account has signed. It may be less than what the site asked
 * for. All values are JSON, so a page may send a grant to the site's own server.
 */
export type Grant = {
  /** What redeems the permission: the ABI's `Delegation[]`. Secret: give it to your server alone. */
  context: Hex
  /** The contract that redeems it. ERC-7710 */
  delegationManager: Hex
  /** The visitor's account. */
  from: Hex
  /** The site's account. */
  to: Hex
  chainId: number
  /** Amounts are hex. ERC-7715 */
  permission: PermissionJson['permission']
  rules: PermissionJson['rules']
  /** The second, since 1970, at which it ends. */
  expiry: number
  /** The id of the session in the site's API. Absent if the API could not record it. */
  pci?: string
}
