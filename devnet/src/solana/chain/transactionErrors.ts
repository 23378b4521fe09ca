import type { FailedTransactionMetadata } from 'litesvm'
import type { TransactionError } from './types.ts'
import { instructionErrors, transactionErrors } from './errorTexts.ts'

type VmError = ReturnType<FailedTransactionMetadata['err']>

const namesOf = (texts: Record<string, string>) => Object.keys(texts)
const transactionNames = namesOf(transactionErrors)
const instructionNames = namesOf(instructionErrors)

/** Converts the VM's error to the JSON form of validators. */
export function readVmError(error: VmError): TransactionError {
  if (typeof error === 'number') return transactionNames[error] ?? 'SanitizeFailure'
  if ('err' in error) return { InstructionError: [error.index, readInstructionError(error.err())] }
  if ('accountIndex' in error) {
    const name = error.constructor.name.replace('TransactionError', '')
    return { [name]: { account_index: error.accountIndex } }
  }
  return { DuplicateInstruction: error.index }
}

function readInstructionError(
  error: ReturnType<Extract<VmError, { err: unknown }>['err']>,
): TransactionError {
  if (typeof error === 'number') return instructionNames[error] ?? 'GenericError'
  return 'code' in error ? { Custom: error.code } : 'BorshIoError'
}

/** The sentence by which validators report an error. */
export function sentenceOf(error: TransactionError): string {
  if (typeof error === 'string') return transactionErrors[error] ?? error
  const { InstructionError: failed, DuplicateInstruction: duplicate } = error
  if (Array.isArray(failed))
    // the cast: `readVmError` has written the pair of index and error
    return `Error processing Instruction ${String(failed[0])}: ${instructionSentence(failed[1] as TransactionError)}`
  if (typeof duplicate === 'number')
    return `Transaction contains a duplicate instruction (${duplicate}) that is not allowed`
  const [[name = '', detail] = []] = Object.entries(error)
  const place =
    typeof detail === 'object' && detail !== null && 'account_index' in detail
      ? Number(detail['account_index'])
      : 0
  if (name === 'InsufficientFundsForRent')
    return `Transaction results in an account (${place}) with insufficient funds for rent`
  return `Execution of the program referenced by account at index ${place} is temporarily restricted.`
}

function instructionSentence(error: TransactionError): string {
  if (typeof error === 'string') return instructionErrors[error] ?? error
  return `custom program error: 0x${Number(error['Custom']).toString(16)}`
}
