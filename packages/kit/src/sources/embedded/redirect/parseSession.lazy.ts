import { isNetworkId } from '@latchkey/protocol/caip'
import { parseSignIn } from '@latchkey/protocol/signIn/parseSignIn'
import type { SiwxMessageData, SiwxSession } from '../../../core/contracts/siwx.ts'

/** Makes a session of the site from a signed text. Undefined for a text that is no sign-in. */
export function parseSession(message: string, signature: string): SiwxSession | undefined {
  try {
    const data = parseSignIn(message)
    // the cast is safe, because the chain id is checked
    return isNetworkId(data.chainId)
      ? { data: data as SiwxMessageData, message, signature }
      : undefined
  } catch {
    return undefined // the text is no sign-in
  }
}
