import { partsOf } from '@latchkey/protocol/isObject'
import { cleanText } from '../../../core/text/cleanText.ts'
import type { Fault } from '../send/messages.ts'

/** The maximum length of a reason that is taken from an unknown error, in characters. */
const maxReasonLength = 100

/** A reason in English for developers, and the code of the text if the screens have one for it. */
type Reason = readonly [text: string, fault?: Fault]

const belowMinimum: Reason = ['An account would keep less than the network’s minimum', 'minimum']
const unsigned: Reason = ['A signature is missing', 'unsigned']
const tokenShort: Reason = ['Not enough of the token', 'tokenShort']

/** Errors of the runtime. Source: Agave, `TransactionError` and `InstructionError` */
const runtimeReasons: Readonly<Record<string, Reason>> = {
  AccountNotFound: ['The account has nothing to pay the fee with', 'coinShort'],
  InsufficientFundsForFee: ['Not enough of the network’s own token for the fee', 'coinShort'],
  InsufficientFundsForRent: belowMinimum,
  AlreadyProcessed: ['This transaction was sent already'],
  BlockhashNotFound: ['The transaction has expired'],
  AccountInUse: ['An account is in use; try again', 'busy'],
  InvalidAccountForFee: ['This account cannot pay fees'],
  MissingSignatureForFee: unsigned,
  SignatureFailure: ['A signature is wrong', 'unsigned'],
  ProgramAccountNotFound: ['A program does not exist'],
  WouldExceedMaxBlockCostLimit: ['The network is full; try again', 'busy'],
  WouldExceedMaxAccountCostLimit: ['The network is full; try again', 'busy'],
  ComputationalBudgetExceeded: ['The transaction needs more computing than was allowed'],
  ProgramFailedToComplete: ['A program failed'],
  InsufficientFunds: tokenShort,
  MissingRequiredSignature: unsigned,
  InvalidAccountData: ['An account is of another kind than expected'],
  UninitializedAccount: ['The account for this token does not exist'],
  IncorrectProgramId: ['An account belongs to another program'],
  InvalidAccountOwner: ['An account belongs to somebody else'],
}

/**
 * Error numbers of the token programs. Both programs have the first twenty. Source: spl-token-2022,
 * `TokenError`
 */
const tokenReasons: Readonly<Record<number, Reason>> = {
  0: belowMinimum,
  1: tokenShort,
  3: ['An account holds another token'],
  4: ['The account is not yours to spend'],
  17: ['The token’s issuer has frozen the account', 'frozen'],
  18: ['The token has other decimals'],
  32: ['The token charges another fee'],
  36: ['The recipient takes no payment without a memo', 'memoNeeded'],
  37: ['This token cannot be transferred', 'bound'],
  67: ['The token’s issuer has stopped all transfers', 'stopped'],
}
const coinShort: Reason = ['Not enough of the network’s own token', 'coinShort']

/**
 * The code of the screens' text for a failure. Undefined if the screens have no text for it.
 * @param logs the logs of the programs
 */
export const faultOf = (failure: unknown, logs: unknown): Fault | undefined =>
  readReason(failure, logs)?.[1]

/**
 * The reason why the network refuses a transaction, in English. Undefined if the reason is unknown.
 * @param logs the logs of the programs
 */
export const reasonOf = (failure: unknown, logs?: unknown): string | undefined =>
  readReason(failure, logs)?.[0]

/** The reason for a runtime error, by the error's name. */
const reasonByName = (name: string): Reason | undefined =>
  Object.hasOwn(runtimeReasons, name) ? runtimeReasons[name] : undefined

function readReason(failure: unknown, logs: unknown): Reason | undefined {
  if (typeof failure === 'string') return reasonByName(failure)
  const parts = partsOf(failure)
  const [kind] = Object.keys(parts)
  if (kind !== 'InstructionError') return kind === undefined ? undefined : reasonByName(kind)
  const [, cause] = Array.isArray(parts['InstructionError'])
    ? (parts['InstructionError'] as readonly unknown[])
    : []
  if (typeof cause === 'string') {
    const text = cleanText(cause, maxReasonLength).replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    return reasonByName(cause) ?? (text === '' ? undefined : [text])
  }
  const code = partsOf(cause)['Custom']
  if (typeof code !== 'number') return undefined
  if (/insufficient lamports/i.test(lastOf(logs))) return coinShort
  if (isTokenFailure(logs)) return tokenReasons[code] ?? [`The token refuses (${code})`]
  return code === 1 ? coinShort : [`A program refuses (${code})`]
}

const linesOf = (logs: unknown): readonly string[] =>
  Array.isArray(logs) ? logs.slice(-20).filter((line) => typeof line === 'string') : []
const lastOf = (logs: unknown) => linesOf(logs).join('\n').slice(-2_000)
/** Whether the logs show that a token program failed. */
const isTokenFailure = (logs: unknown) => /^Program Token[\w]+ failed/m.test(lastOf(logs))
