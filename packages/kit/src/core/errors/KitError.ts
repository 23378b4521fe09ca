import type { ErrorCode } from './errors.ts'

/** Optional details of an error besides its code. */
export type KitErrorOptions = {
  cause?: unknown
  /** HTTP status of the answer, if there was one. */
  status?: number
  /** Seconds to wait before another attempt, if the server sent them. */
  retryAfter?: number
  /** A sentence of the service that is more precise than the code. */
  details?: string
  /**
   * The field that the service refused, such as `chainId`. See docs/contracts/api.md#error-body.
   */
  field?: string
  /**
   * The network's reason for refusing a transaction: a code of the chain's own if the screens have
   * a text for it, else `other`. Absent where the wallet refused.
   */
  refusal?: string
  /**
   * Set where it is certain that nothing was sent, although the code alone does not imply it.
   * Example: the wallet only signs, and the kit sends.
   */
  isUnsent?: true
}

/**
 * The kit's only error class. Distinguish errors by `code`: it survives minifiers, copies of the
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
  declare readonly refusal?: string
  declare readonly isUnsent?: true

  /** Inside the kit, use `kitError`, which takes the sentence from the table. */
  constructor(code: code, sentence: string, { cause, ...facts }: KitErrorOptions = {}) {
    super(sentence, { cause })
    this.code = code
    Object.assign(this, facts)
  }

  /**
   * Whether the error is a KitError, with this code if one is given. Recognises errors of another
   * copy of the package, too.
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
