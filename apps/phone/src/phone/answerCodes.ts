import { ProviderError } from 'latchkey/testing'

/** A refusal in the shape of a JSON-RPC error. */
export type Refusal = { code: number; message: string }

/** The person has refused a connection or a request. Source: WalletConnect v2 error codes, 5000 */
export const userRejected: Refusal = { code: 5000, message: 'User rejected.' }

/** The person has ended the session. Source: WalletConnect v2 error codes, 6000 */
export const userDisconnected: Refusal = { code: 6000, message: 'User disconnected.' }

/**
 * The phone does not have something that the site requires. Source: WalletConnect v2 error codes,
 * 5100
 */
export function unsupported(missing: readonly string[]): Refusal {
  return { code: 5100, message: `This wallet lacks ${missing.join(', ')}.` }
}

/**
 * Turns an error of the wallet into the form for the relay, where some errors have another code.
 */
export function toRefusal(error: unknown): Refusal {
  if (!(error instanceof ProviderError))
    return { code: -32603, message: error instanceof Error ? error.message : 'Internal error.' }
  if (error.code === 4001) return userRejected
  if (error.code === 4200) return { code: 5101, message: error.message }
  return { code: error.code, message: error.message }
}
