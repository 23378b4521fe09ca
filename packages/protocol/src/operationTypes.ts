/**
 * What a transaction does for the requested account. A type of another service that is not listed
 * becomes `unknown`. docs/contracts/api.md#history
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
