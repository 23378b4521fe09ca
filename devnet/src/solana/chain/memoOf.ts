import type { Message } from '../wire/readTransaction.ts'

/** Both versions of the memo program. */
export const memoPrograms: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]

/**
 * The memos of a message, written as validators do: `[length] text; …`. Null if there is no memo.
 */
export function memoOf({ instructions, keys }: Message): string | null {
  const memos = instructions
    .filter(({ programIdIndex }) => memoPrograms.includes(keys[programIdIndex] ?? ''))
    .map(({ data }) => `[${data.length}] ${textOf(data)}`)
  return memos.length === 0 ? null : memos.join('; ')
}

function textOf(data: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return '(unparseable)' // a failed transaction may contain bytes that are not text
  }
}
