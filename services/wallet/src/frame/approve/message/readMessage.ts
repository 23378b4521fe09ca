import { toHex } from '@latchkey/protocol/hex'
import { hidden, mark, maxMarks } from '../cleanName.ts'

/**
 * A message to sign in the form that is shown: text with hidden characters and excess marks
 * made visible, or bytes that are not text.
 */
export type ReadMessage =
  | {
      kind: 'text'
      /** The exact text. */
      text: string
      pieces: readonly Piece[]
    }
  | { kind: 'bytes'; hex: string; length: number }

/**
 * A piece of a text: the text itself, or a hidden character by its code point, such as
 * `U+202E`.
 */
export type Piece = { text: string } | { codePoint: string }

/** Reads the bytes of a message. Bytes that are not UTF-8 are never shown as text. */
export function readMessage(bytes: Uint8Array): ReadMessage {
  const text = textOf(bytes)
  if (text === undefined)
    return {
      kind: 'bytes',
      hex: toHex(bytes),
      length: bytes.length,
    }
  return { kind: 'text', text, pieces: piecesOf(text) }
}

const special = new RegExp(`(?<hidden>${hidden.source})|${mark.source}`, 'gu')

/**
 * Splits a text into pieces. Line feeds, tabs and the first marks of a letter count as
 * ordinary characters.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  let pile = { size: 0, end: -1 }
  for (const { 0: character, index, groups } of text.matchAll(special)) {
    if (character === '\n' || character === '\t') continue
    if (groups?.['hidden'] === undefined) {
      pile = { size: index === pile.end ? pile.size + 1 : 1, end: index + character.length }
      if (pile.size <= maxMarks) continue
    }
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({
      codePoint: `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    })
    end = index + character.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // the bytes of a hash are sometimes valid UTF-8 by chance
    const controls = text.match(/[^\P{Cc}\n\t\r]/gu)?.length ?? 0
    return controls * 4 > text.length ? undefined : text
  } catch {
    return undefined // not UTF-8
  }
}
