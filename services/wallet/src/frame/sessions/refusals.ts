import { Fault } from '../bridge/Fault.ts'

/**
 * Why a permission is not granted, in words for the site's developer. The contracts can't enforce
 * what the site wants, or it would give away the account.
 */
const reasons = {
  type: 'The wallet does not grant permissions of this type.',
  rule: 'The wallet can’t enforce this rule or policy on the network.',
  condition: 'The request has a member that the wallet does not know, so it can’t enforce it.',
  signer:
    'Only an account may use the permission: a signer of the type “account”, with its address.',
  several: 'A request has one permission, because several can’t share one context.',
  noLimit: 'A permission to spend needs a limit: the policy token-allowance.',
  noExpiry: 'A permission needs an end: the rule expiry.',
  farExpiry: 'A permission ends within a year.',
  payees: 'Recipients are for spending, and of a token there is at most one.',
  fixed:
    'Fixed arguments need a single function whose arguments all have one word, and equality alone.',
  values: 'All functions have the same limit of value, because the network counts one.',
  guarded: 'A permission can’t call the contracts that guard the account, nor the account itself.',
  noContracts: 'This network lacks the contracts of permissions.',
  paused: 'The contract of permissions is paused on this network.',
  off: 'The visitor has turned the smart account off on this network.',
  foreign: 'The account runs the code of another wallet on this network.',
} as const

export type RefusalReason = keyof typeof reasons

/** The error for a permission that the wallet does not grant. EIP-1193, 4200 */
export const refusal = (reason: RefusalReason): Fault => new Fault(4200, reasons[reason])
