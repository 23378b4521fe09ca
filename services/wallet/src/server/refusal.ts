import type { WalletError, WalletErrorCode } from '@latchkey/protocol/walletServer'

/** The HTTP status of every refusal. */
const statuses = {
  invalidRequest: 400,
  emailInvalid: 400,
  codeWrong: 400,
  codeExpired: 400,
  codeSpent: 400,
  deviceRefused: 400,
  methodNotOffered: 400,
  socialRefused: 400,
  proofInvalid: 401,
  loginRequired: 401,
  originRefused: 403,
  notRecovered: 403,
  proofWrong: 403,
  vaultClosed: 403,
  loginTooOld: 403,
  notFound: 404,
  shareMissing: 404,
  methodNotAllowed: 405,
  accountExists: 409,
  accountDiffers: 409,
  emailTaken: 409,
  tooLarge: 413,
  emailCooldown: 429,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<WalletErrorCode, number>

/** A refusal that the frame gets as `{ error, … }`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: WalletErrorCode
  readonly values: Omit<WalletError, 'error'>

  constructor(code: WalletErrorCode, values: Omit<WalletError, 'error'> = {}, cause?: unknown) {
    super(code, { cause })
    this.code = code
    this.values = values
  }

  get status() {
    return statuses[this.code]
  }

  get body(): WalletError {
    return { error: this.code, ...this.values }
  }
}

/**
 * Creates a refusal with the seconds to wait, rounded up.
 * @param milliseconds until the next attempt
 */
export function waitRefusal(
  code: 'emailCooldown' | 'tooManyRequests',
  milliseconds: number,
): Refusal {
  return new Refusal(code, { seconds: Math.max(1, Math.ceil(milliseconds / 1_000)) })
}
