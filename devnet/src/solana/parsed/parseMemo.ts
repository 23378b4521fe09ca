import type { ParseInstruction } from './fields.ts'

/** The text of a memo. */
export const parseMemo: ParseInstruction = (_accounts, data) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return undefined // the bytes are not UTF-8
  }
}
