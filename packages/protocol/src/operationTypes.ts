/**
 * The purpose of a transaction for the requested account. Another service's type that is not listed
 * is `unknown`. docs/contracts/api.md#history
 */
export const operationTypes = [
  'approve',
  'bought',
  'borrow',
  'burn',
  'buy',
  'cancel',
  'claim',
  'deploy',
  'deposit',
  'execute',
  'mint',
  'receive',
  'repay',
  'sell',
  'send',
  'stake',
  'trade',
  'unstake',
  'withdraw',
  'unknown',
] as const
export type OperationType = (typeof operationTypes)[number]
