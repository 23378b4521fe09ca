import { isRecord } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../../core/kit/kit.ts'
import { readStored, tabStorage, writeStored } from '../../../core/storage/storage.ts'
import { readFrameError } from '../readFrameError.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * An answer that returned to a page which had lost the promise of its request. `asked`: the request
 * as a text. `at`: milliseconds since 1970.
 */
type StoredAnswer = { asked: string; at: number; result?: unknown; error?: unknown }

/** The maximum number of stored answers. Only a site that repeats requests endlessly exceeds it. */
const maxAnswers = 10

/**
 * A request of these accounts as a text. Two requests that differ only in the order of fields have
 * the same text.
 * @param payload JSON, as the frame receives it
 */
export const textOfRequest = (accounts: readonly string[], payload: unknown): string =>
  JSON.stringify([[...accounts].sort(), payload], sorted)

/** Stores an answer, which a repetition of the same request gets. */
export function storeAnswer(
  kit: Kit,
  answered: { asked: string; answer: { result: unknown } | { error: unknown } },
): void {
  const { asked, answer } = answered
  write([{ asked, at: contextOf(kit).clock.now(), ...answer }, ...read(kit)].slice(0, maxAnswers))
}

/**
 * Returns the stored answer to a request, and deletes it. It must have returned within the last 5
 * minutes.
 * @returns undefined without one
 * @throws the error, if the wallet's page answered one
 */
export function takeStored(kit: Kit, asked: string): { result: unknown } | undefined {
  const answers = read(kit)
  const match = answers.find((entry) => entry.asked === asked)
  if (!match) return undefined
  write(answers.filter((entry) => entry !== match))
  if (match.error !== undefined) throw readFrameError(match.error)
  return { result: match.result }
}

function read(kit: Kit): readonly StoredAnswer[] {
  const { clock } = contextOf(kit)
  const stored = readStored(tabStorage(), 'answered')
  const isStoredAnswer = (entry: unknown): entry is StoredAnswer =>
    isRecord(entry) &&
    typeof entry['asked'] === 'string' &&
    typeof entry['at'] === 'number' &&
    Math.abs(clock.now() - entry['at'] - times.answerStored / 2) <= times.answerStored / 2
  return Array.isArray(stored) ? stored.filter(isStoredAnswer) : []
}

const write = (answers: readonly StoredAnswer[]) =>
  writeStored(tabStorage(), 'answered', answers.length > 0 ? answers : undefined)

/** Sorts the fields of objects. */
function sorted(_: string, value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).sort(([entry], [otherEntry]) => (entry < otherEntry ? -1 : 1)),
      )
    : value
}
