import type { ErrorBody } from '@latchkey/protocol/api'

/** The HTTP statuses with which the API reports errors. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 413 | 422 | 426 | 429 | 500 | 503

/** An error that the client gets as the answer. Source: docs/contracts/api.md#error-body */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: ErrorStatus
  /** The parameter that is wrong, by its name in docs/contracts/api.md; may be empty. */
  readonly field: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: ErrorStatus,
    field: string,
    description: string,
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(description, { cause: options.cause })
    this.status = status
    this.field = field
    this.headers = options.headers ?? {}
  }
}

/** The body of an error answer. `name` repeats `field` for older clients. */
export function errorBody(error: ApiError): ErrorBody {
  return {
    status: 'FAILED',
    reasons: [{ field: error.field, name: error.field, description: error.message }],
  }
}

/** The error for a network that this service does not read. */
export function unsupportedChain(): ApiError {
  return new ApiError(400, 'chainId', 'Unsupported chain')
}

/** Seconds after which a client may retry when a chain's nodes have failed. */
const retryAfterSeconds = 5

/**
 * The error when a chain's nodes did not answer. It has the header `Retry-After`.
 * @param field the `field` of the error body, as docs/contracts/api.md defines it for the endpoint
 */
export function unavailable(field: string, description: string, cause?: unknown): ApiError {
  return new ApiError(503, field, description, {
    headers: { 'retry-after': String(retryAfterSeconds) },
    cause,
  })
}
