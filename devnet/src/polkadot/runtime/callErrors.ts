import type { Invalidity } from './chopsticks.ts'
import type { CallError } from './messages.ts'

/** Thrown by a call. `code` and `message` are those of JSON-RPC. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall'
  readonly code: number
  readonly data: string | undefined

  constructor({ code, message, data }: CallError) {
    super(message)
    this.code = code
    this.data = data
  }
}

const maxMessage = 500

/** The error that a caller gets. */
export function callErrorOf(error: unknown): CallError {
  const { message, code, data } = error as { message?: unknown; code?: unknown; data?: unknown }
  return {
    code: typeof code === 'number' ? code : -32_603,
    message: (typeof message === 'string' ? message : 'Internal error').slice(0, maxMessage),
    ...(typeof data === 'string' && { data }),
  }
}

/**
 * Why nodes refuse a transaction, in their words.
 * Source: `sp_runtime::transaction_validity`, and the errors of `author_submitExtrinsic`
 */
const reasons: Readonly<Record<string, string>> = {
  Call: 'Transaction call is not expected',
  Payment: 'Inability to pay some fees (e.g. account balance too low)',
  Future: 'Transaction will be valid in the future',
  Stale: 'Transaction is outdated',
  BadProof: 'Transaction has a bad signature',
  AncientBirthBlock: 'Transaction has an ancient birth block',
  ExhaustsResources: 'Transaction would exhaust the block limits',
  BadMandatory: 'A call was labelled as mandatory, but resulted in an Error.',
  MandatoryValidation: 'Transaction dispatch is mandatory; transactions must not be validated.',
  BadSigner: 'Invalid signing address',
}

/** The error with which nodes answer an invalid transaction. */
export function refusalOf(invalidity: Invalidity): RefusedCall {
  const { isInvalid } = invalidity
  const of = isInvalid ? invalidity.asInvalid : invalidity.asUnknown
  return new RefusedCall({
    code: isInvalid ? 1_010 : 1_011,
    message: isInvalid ? 'Invalid Transaction' : 'Unknown Transaction Validity',
    data: reasons[of.type] ?? of.toString(),
  })
}

/** The errors of nodes about transactions that they do not judge. */
export const poolErrors = {
  format: { code: 1_001, message: 'Extrinsic has invalid format' },
  verification: { code: 1_002, message: 'Verification Error: the runtime could not read it' },
  known: { code: 1_013, message: 'Transaction Already Imported' },
  full: { code: 1_016, message: 'Immediately Dropped' },
} as const satisfies Record<string, CallError>
