/**
 * The reasons why the server refuses a request: the HTTP status, and an English sentence for
 * developers.
 */
const refusals = {
  notFound: [404, 'There is no such path'],
  methodNotAllowed: [405, 'This path has another method'],
  originRefused: [403, 'The request does not come from a page of this site'],
  typeRefused: [415, 'The body has to be application/json'],
  bodyTooLong: [413, 'The body is too long'],
  bodyInvalid: [400, 'The body is not of the form that this path takes'],
  messageInvalid: [400, 'The message is no sign-in message'],
  dataMismatch: [400, 'The data of the session says something else than its message'],
  domainMismatch: [401, 'The message is for another domain'],
  uriMismatch: [401, 'The message is for an address of another site'],
  chainRefused: [401, 'The site does not accept this network'],
  nonceRefused: [401, 'The nonce is none of this server, or it is too old'],
  nonceSpent: [401, 'The nonce was used before'],
  notYetValid: [401, 'The message is not valid yet'],
  expired: [401, 'The message is no longer valid'],
  signatureInvalid: [401, 'The signature is not one of this account for this message'],
  accountRefused: [403, 'The site does not accept this account'],
  accountsFull: [409, 'The session has as many accounts as it may have'],
  packageMissing: [
    501,
    'Signatures of this network need a package that the server did not install',
  ],
  rpcMissing: [
    501,
    'The signature may be one of a smart account: the server needs a node of this network in "rpcUrls"',
  ],
  rpcFailed: [503, 'The node of this network did not answer, or it is of another network'],
  tooMany: [429, 'This client has had too many signatures of contracts verified'],
  busy: [503, 'Too many signatures are being verified at the same time'],
  storeFailed: [503, 'The store did not answer'],
  storeFull: [503, 'The store is full'],
  internal: [500, 'Something went wrong'],
} as const satisfies Record<string, readonly [number, string]>

/** The code of a refusal, which is part of the HTTP answer. Codes do not change. */
export type SiwxErrorCode = keyof typeof refusals

/** The error of a refused request. Its message contains no text from the request. */
export class SiwxError extends Error {
  override readonly name = 'SiwxError'
  readonly code: SiwxErrorCode
  /** The HTTP status. */
  readonly status: number
  /** What the refusal is about: a field of the message, a package, or a network. */
  readonly details: string | undefined

  constructor(code: SiwxErrorCode, { details, cause }: { details?: string; cause?: unknown } = {}) {
    const [status, sentence] = refusals[code]
    super(details === undefined ? sentence : `${sentence}: ${details}`, { cause })
    this.code = code
    this.status = status
    this.details = details
  }
}
