import { fromBase58 } from '@latchkey/protocol/base58'
import { isOffchain, readOffchainMessage } from '../../rpc/solana/readOffchainMessage.ts'
import { readMessage } from '../message/readMessage.ts'
import { readSignIn } from '../message/readSignIn.ts'
import { isUnknownKind } from './verdicts.ts'
import type { SolanaKind } from './verdicts.ts'

/** A Solana message in the form that is shown. */
export type SolanaMessage = {
  kind: SolanaKind & ('text' | 'offchain' | 'cosigned' | 'hash' | 'bytes')
  /** The readable text, or all bytes of an unreadable message. */
  bytes: Uint8Array<ArrayBuffer>
  /** Other accounts that have to sign the message. */
  cosigners: readonly string[]
  /** The identifier of the application, base58. */
  application?: string
  /** Whether the message is a sign-in or looks like one. If so, `ApproveMessageView` shows it. */
  isSignIn: boolean
  isRisky: boolean
}

/**
 * Reads the bytes of a message for the signing account.
 * @returns undefined for an envelope that does not name the account or has an unknown form, because
 *   another program could read something else in it
 */
export function readSolanaMessage(
  bytes: Uint8Array<ArrayBuffer>,
  own: string,
): SolanaMessage | undefined {
  if (!isOffchain(bytes)) return textOf(kindOf(bytes), bytes)
  const message = readOffchainMessage(bytes)
  if (!message || (message.signers.length > 0 && !message.signers.includes(own))) return undefined
  const content = new TextEncoder().encode(message.text)
  const cosigners = message.signers.filter((signer) => signer !== own)
  const kind =
    cosigners.length > 0 ? 'cosigned' : kindOf(content) === 'text' ? 'offchain' : kindOf(content)
  return textOf(kind, content, {
    cosigners,
    ...(message.application !== undefined && { application: message.application }),
  })
}

function textOf(
  kind: SolanaMessage['kind'],
  bytes: Uint8Array<ArrayBuffer>,
  more: Partial<Pick<SolanaMessage, 'cosigners' | 'application'>> = {},
): SolanaMessage {
  const message = readMessage(bytes)
  const isSignIn = message.kind === 'text' && readSignIn(message.text) !== undefined
  return { kind, bytes, cosigners: [], ...more, isSignIn, isRisky: isUnknownKind(kind) }
}

/** Length of a hash. */
const hashLength = 32

function kindOf(bytes: Uint8Array<ArrayBuffer>): 'text' | 'hash' | 'bytes' {
  const message = readMessage(bytes)
  if (bytes.length === hashLength || (message.kind === 'text' && isDigits(message.text.trim())))
    return 'hash'
  return message.kind === 'text' && !hasControls(message.text) ? 'text' : 'bytes'
}

/** Texts for people have no controls other than line breaks and tabs. */
const hasControls = (text: string): boolean => /[^\P{Cc}\n\r\t]/u.test(text)

/** The title of a message's approval. Only a text is called a message. */
export const titleOf = ({
  kind,
}: Pick<SolanaMessage, 'kind'>): 'messageTitle' | 'typedDataTitle' =>
  kind === 'hash' || kind === 'bytes' ? 'typedDataTitle' : 'messageTitle'

/** Whether a text consists only of digits that encode 32 or 64 bytes: hex, base58, base64. */
function isDigits(text: string): boolean {
  if (/^(?:0x)?(?:[\dA-Fa-f]{64}){1,2}$/.test(text)) return true
  if (/^[\w+/-]{43}=?$/.test(text) || /^[\w+/-]{86}={0,2}$/.test(text)) return true
  return (
    /^[1-9A-HJ-NP-Za-km-z]{32,90}$/.test(text) &&
    [hashLength, 2 * hashLength].includes(fromBase58(text).length)
  )
}
