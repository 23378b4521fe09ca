import { isRecord } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../core/kit.ts'
import { readStored, tabStorage, writeStored } from '../../core/storage.ts'
import { readFrameError } from '../readFrameError.ts'

/** An answer that came back to a page that had lost the promise of it. */
type Answered = { asked: string; at: number; result?: unknown; error?: unknown }

/** Answers that are stored at once: more come from a site that asks without end. */
const most = 10

/**
 * A request of these accounts as a text: the same for the same request, in whatever order its parts
 * are. @param payload JSON, as the frame gets it
 */
export const textOfRequest = (accounts: readonly string[], payload: unknown): string =>
  JSON.stringify([[...accounts].sort(), payload], sorted)

/** Stores an answer for the same request, asked once more. */
export function storeAnswer(
  kit: Kit,
  answered: { asked: string; answer: { result: unknown } | { error: unknown } },
): void {
  const { asked, answer } = answered
  write([{ asked, at: kit.context.clock.now(), ...answer }, ...read(kit)].slice(0, most))
}

/**
 * Answers a request by what came back for the same one within the last 5 minutes, once. @returns
 * undefined where nothing did @throws the error that came back
 */
export function takeStored(kit: Kit, asked: string): { result: unknown } | undefined {
  const all = read(kit)
  const found = all.find((one) => one.asked === asked)
  if (!found) return undefined
  write(all.filter((one) => one !== found))
  if (found.error !== undefined) throw readFrameError(found.error)
  return { result: found.result }
}

function read({ context: { clock } }: Kit): readonly Answered[] {
  const stored = readStored(tabStorage(), 'answered')
  const isOne = (one: unknown): one is Answered =>
    isRecord(one) &&
    typeof one['asked'] === 'string' &&
    typeof one['at'] === 'number' &&
    Math.abs(clock.now() - one['at'] - times.answerStored / 2) <= times.answerStored / 2
  return Array.isArray(stored) ? stored.filter(isOne) : []
}

const write = (all: readonly Answered[]) =>
  writeStored(tabStorage(), 'answered', all.length > 0 ? all : undefined)

/** Objects with their parts in order. */
function sorted(_: string, value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
}
