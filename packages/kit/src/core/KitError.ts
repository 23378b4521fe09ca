import type { ErrorCode } from './errors.ts'
import type { SendFault } from './facets/send.ts'

/** Optional details of an error beside its code. */
export type KitErrorOptions = {
  cause?: unknown
  /** HTTP status of the answer, if there was one. */
  status?: number
  /** Seconds to wait before another attempt, if the server named them. */
  retryAfter?: number
  /** A sentence from the service that says more than the code. */
  details?: string
  /** What the service names as the subject of its refusal, such as `chainId` (API contract 1.1). */
  field?: string
  /**
   * Why the network itself refused a transaction, where the screens have words for it, else
   * `other`. Absent where the wallet refused.
   */
  refusal?: SendFault | 'other'
  /**
   * Set where it is certain that nothing was sent although the code alone does not say so: the
   * wallet only signs, and the kit would have sent.
   */
  isUnsent?: true
}

/**
 * The kit's only error class. Tell errors apart by `code`: it survives minifiers, copies of the
 * package and `postMessage`.
 * @example if (KitError.is(error, 'userRejected')) return
 */
export class KitError<code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'KitError'
  readonly code: code
  declare readonly status?: number
  declare readonly retryAfter?: number
  declare readonly details?: string
  declare readonly field?: string
  declare readonly refusal?: SendFault | 'other'
  declare readonly isUnsent?: true

  /** Inside the kit errors are made by `kitError`, which takes the sentence from the table. */
  constructor(code: code, sentence: string, { cause, ...facts }: KitErrorOptions = {}) {
    super(sentence, { cause })
    this.code = code
    Object.assign(this, facts)
  }

  /**
   * Whether the error is a KitError, of this code when one is given; also of another copy of the
   * package.
   */
  static is<code extends ErrorCode = ErrorCode>(
    error: unknown,
    code?: code,
  ): error is KitError<code> {
    return (
      error instanceof Error &&
      error.name === 'KitError' &&
      'code' in error &&
      (code === undefined || error.code === code)
    )
  }
}
