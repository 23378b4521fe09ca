import { partsOf } from '@latchkey/protocol/isObject'
import type { SendFault } from '../../../core/facets/send.ts'

/** Errors of the runtime, in plain words. Source: Agave, `TransactionError` and `InstructionError` */
const plain: Readonly<Record<string, string>> = {
  AccountNotFound: 'The account has nothing to pay the fee with',
  InsufficientFundsForFee: 'Not enough of the network’s own token for the fee',
  InsufficientFundsForRent: 'An account would keep less than the network’s minimum',
  AlreadyProcessed: 'This transaction was sent already',
  BlockhashNotFound: 'The transaction has expired',
  AccountInUse: 'An account is in use; try again',
  InvalidAccountForFee: 'This account cannot pay fees',
  MissingSignatureForFee: 'A signature is missing',
  SignatureFailure: 'A signature is wrong',
  ProgramAccountNotFound: 'A program does not exist',
  WouldExceedMaxBlockCostLimit: 'The network is full; try again',
  ComputationalBudgetExceeded: 'The transaction needs more computing than was allowed',
  ProgramFailedToComplete: 'A program failed',
  InsufficientFunds: 'Not enough of the token',
  MissingRequiredSignature: 'A signature is missing',
  InvalidAccountData: 'An account is of another kind than expected',
  UninitializedAccount: 'The account for this token does not exist',
  IncorrectProgramId: 'An account belongs to another program',
  InvalidAccountOwner: 'An account belongs to somebody else',
}

/** Numbers by which the programs for tokens say why they fail. Source: spl-token, `TokenError` */
const ofTokens: Readonly<Record<number, string>> = {
  0: 'An account would keep less than the network’s minimum',
  1: 'Not enough of the token',
  3: 'An account holds another token',
  4: 'The account is not yours to spend',
  16: 'The account is closed to outside payments',
  17: 'The token’s issuer has frozen the account',
  26: 'The token charges another fee',
  36: 'The recipient takes no payment without a memo',
  37: 'This token cannot be transferred',
}

/** Those for which the screens have words of their own. */
const faults: Readonly<Record<number, SendFault>> = { 17: 'frozen', 36: 'memoNeeded', 37: 'bound' }

/** The fault that a program for tokens names; undefined for any other failure. `logs`: what the programs said. */
export function faultOf(failure: unknown, logs: unknown): SendFault | undefined {
  const { InstructionError: error } = partsOf(failure)
  const code = partsOf(Array.isArray(error) ? (error as readonly unknown[])[1] : undefined)['Custom']
  return typeof code === 'number' && isOfTokens(logs) ? faults[code] : undefined
}

/** The reason why the network refuses a transaction, in plain words; undefined where none is known. `logs`: what the programs said. */
export function reasonOf(failure: unknown, logs?: unknown): string | undefined {
  if (typeof failure === 'string') return plain[failure]
  const parts = partsOf(failure)
  const [instruction] = Object.keys(parts)
  if (instruction !== 'InstructionError') return instruction === undefined ? undefined : plain[instruction]
  const [, cause] = Array.isArray(parts['InstructionError']) ? (parts['InstructionError'] as readonly unknown[]) : []
  if (typeof cause === 'string') return plain[cause] ?? cause.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').slice(0, 100)
  const code = partsOf(cause)['Custom']
  if (typeof code !== 'number') return undefined
  const said = lastOf(logs)
  if (/insufficient lamports/i.test(said)) return 'Not enough of the network’s own token'
  return isOfTokens(logs) ? (ofTokens[code] ?? `The token refuses (${code})`) : code === 1 ? 'Not enough of the network’s own token' : `A program refuses (${code})`
}

const linesOf = (logs: unknown): readonly string[] => (Array.isArray(logs) ? logs.slice(-20).filter((line) => typeof line === 'string') : [])
const lastOf = (logs: unknown) => linesOf(logs).join('\n').slice(-2_000)
/** Whether the program that failed is one for tokens. */
const isOfTokens = (logs: unknown) => /^Program Token[\w]+ failed/m.test(lastOf(logs))
