import { isNetworkId } from '@latchkey/protocol/caip'
import { parseSignIn } from '@latchkey/protocol/signIn/parseSignIn'
import type { SiwxMessageData, SiwxSession } from '../../../core/contracts/siwx.ts'

/** A signed text as a session of the site; undefined for a text that is no sign-in. */
export function parseSession(message: string, signature: string): SiwxSession | undefined {
  try {
    const data = parseSignIn(message)
    return isNetworkId(data.chainId)
      ? { data: data as SiwxMessageData, message, signature }
      : undefined // parsed from a valid message
  } catch {
    return undefined // another text: the visitor signs in again
  }
}
