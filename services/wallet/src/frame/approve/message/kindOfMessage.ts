import type { RequestKind } from '../verdicts.ts'
import { readMessage } from './readMessage.ts'
import type { ReadMessage } from './readMessage.ts'
import { readSignIn } from './readSignIn.ts'
import type { SignIn } from './readSignIn.ts'

/**
 * Letters, digits and the signs of a sentence. That a hash has 32 of nothing else happens once in
 * 2^58 tries, so that nobody can search for it.
 */
const sentence = /^[A-Za-z0-9 .,:!?'()/-]{32}$/
/** 32 bytes or more as hex, with or without `0x`. */
const hexText = /^\s*(?:0x)?[\da-f]{64,}\s*$/i

/**
 * A kind of the table of verdicts, for the bytes that `personal_sign` is given. `signIn`: what
 * `readSignIn` found in their text.
 */
export function kindOfMessage(
  bytes: Uint8Array,
  message: ReadMessage,
  signIn: SignIn | 'malformed' | undefined,
): RequestKind {
  if (message.kind === 'text' && signIn !== undefined)
    return signIn === 'malformed' ? 'nearSignIn' : 'signIn'
  const text = message.kind === 'text' ? message.text : undefined
  if (bytes.length === 32 && !sentence.test(text ?? '')) return 'hash'
  if (text !== undefined && hexText.test(text)) return 'hash'
  // 0x19 begins what is hashed for every other signature. EIP-191
  if (text === undefined || bytes[0] === 0x19 || hasControls(text)) return 'bytes'
  return 'text'
}

/** What the approval of a message is called: only a text is a message. */
export function titleOf(bytes: Uint8Array): 'messageTitle' | 'signInTitle' | 'typedDataTitle' {
  const message = readMessage(bytes)
  const kind = kindOfMessage(
    bytes,
    message,
    message.kind === 'text' ? readSignIn(message.text) : undefined,
  )
  return kind === 'signIn'
    ? 'signInTitle'
    : kind === 'hash' || kind === 'bytes'
      ? 'typedDataTitle'
      : 'messageTitle'
}

/** Texts for people have no controls but the ends of lines and tabs. */
const hasControls = (text: string): boolean => /[^\P{Cc}\n\r\t]/u.test(text)
