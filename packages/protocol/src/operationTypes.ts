/**
 * The purpose of a transaction for the requested account; another service's word that is not here
 * is `unknown`. api 4
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
