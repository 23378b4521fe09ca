import { fromBase58 } from '@latchkey/protocol/base58'
import { isOffchain, readOffchainMessage } from '../../rpc/solana/readOffchainMessage.ts'
import { readMessage } from '../message/readMessage.ts'
import { readSignIn } from '../message/readSignIn.ts'
import { isUnknownKind } from './verdicts.ts'
import type { SolanaKind } from './verdicts.ts'

/** A message of Solana as it is told. */
export type SolanaMessage = {
  kind: SolanaKind & ('text' | 'offchain' | 'cosigned' | 'hash' | 'bytes')
  /** Readable by a person, or else all bytes. */
  bytes: Uint8Array<ArrayBuffer>
  /** Others who have to sign it. */
  cosigners: readonly string[]
  /** What names the application, base58. */
  application?: string
  /** It is a sign-in, or reads like one: that is told by the approval of messages. */
  isSignIn: boolean
  isRisky: boolean
}

/**
 * Reads the bytes of a message for the account that signs.
 * @returns undefined for an envelope that does not name the account, or is of no known form:
 *   whoever reads it later may read something else
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

/** Bytes of a hash. */
const hashLength = 32

function kindOf(bytes: Uint8Array<ArrayBuffer>): 'text' | 'hash' | 'bytes' {
  const message = readMessage(bytes)
  if (bytes.length === hashLength || (message.kind === 'text' && isDigits(message.text.trim())))
    return 'hash'
  return message.kind === 'text' && !hasControls(message.text) ? 'text' : 'bytes'
}

/** Texts for people have no controls but the ends of lines and tabs. */
const hasControls = (text: string): boolean => /[^\P{Cc}\n\r\t]/u.test(text)

/** What the approval of a message is called: only a text is a message. */
export const titleOf = ({
  kind,
}: Pick<SolanaMessage, 'kind'>): 'messageTitle' | 'typedDataTitle' =>
  kind === 'hash' || kind === 'bytes' ? 'typedDataTitle' : 'messageTitle'

/** Whether a text is nothing but digits that write 32 or 64 bytes: hex, base58, base64. */
function isDigits(text: string): boolean {
  if (/^(?:0x)?(?:[\dA-Fa-f]{64}){1,2}$/.test(text)) return true
  if (/^[\w+/-]{43}=?$/.test(text) || /^[\w+/-]{86}={0,2}$/.test(text)) return true
  return (
    /^[1-9A-HJ-NP-Za-km-z]{32,90}$/.test(text) &&
    [hashLength, 2 * hashLength].includes(fromBase58(text).length)
  )
}
