import { ProviderError } from 'latchkey/testing'

/** An answer that says no, as JSON-RPC wants it. */
export type Refusal = { code: number; message: string }

/** The person said no to a connection, or to a request. Source: WalletConnect v2 error codes, 5000 */
export const userRejected: Refusal = { code: 5000, message: 'User rejected.' }

/** The person ended the session. Source: WalletConnect v2 error codes, 6000 */
export const userDisconnected: Refusal = { code: 6000, message: 'User disconnected.' }

/** What the site asks for is not there. Source: WalletConnect v2 error codes, 5100 */
export function unsupported(lacks: readonly string[]): Refusal {
  return { code: 5100, message: `This wallet lacks ${lacks.join(', ')}.` }
}

/** A wallet's error as it travels over a relay, where some have codes of their own. */
export function toRefusal(error: unknown): Refusal {
  if (!(error instanceof ProviderError)) return { code: -32603, message: error instanceof Error ? error.message : 'Internal error.' }
  if (error.code === 4001) return userRejected
  if (error.code === 4200) return { code: 5101, message: error.message }
  return { code: error.code, message: error.message }
}
