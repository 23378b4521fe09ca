import type { RequestKind } from '../verdicts.ts'
import { readMessage } from './readMessage.ts'
import type { ReadMessage } from './readMessage.ts'
import { readSignIn } from './readSignIn.ts'
import type { SignIn } from './readSignIn.ts'

/**
 * Letters, digits and punctuation of a sentence. A random hash matches once in 2^58 tries, so an
 * attacker cannot find a hash that looks like a text.
 */
const sentence = /^[A-Za-z0-9 .,:!?'()/-]{32}$/
/** 32 or more bytes as hex, with or without `0x`. */
const hexText = /^\s*(?:0x)?[\da-f]{64,}\s*$/i

/**
 * The kind of a message, a key of the table of verdicts, for the bytes of `personal_sign`. `signIn`
 * is the result of `readSignIn` for the text of these bytes.
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
  // 0x19 is the first byte of the data of every other kind of signature. EIP-191
  if (text === undefined || bytes[0] === 0x19 || hasControls(text)) return 'bytes'
  return 'text'
}

/** The title of a message's approval. Only a text is called a message. */
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

/** Texts for people have no controls other than line breaks and tabs. */
const hasControls = (text: string): boolean => /[^\P{Cc}\n\r\t]/u.test(text)
