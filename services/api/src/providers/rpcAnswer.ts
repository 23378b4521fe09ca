import { isRecord } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import { listOf, readShape } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import type { JsonKind, JsonShaping } from '@latchkey/server/jsonReader'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { forwardLimits } from './answerLimits.ts'
import type { AnswerLimits } from './nodeRules.ts'

const rpcError = v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) })
const rpcAnswer = v.union([
  v.object({ result: v.unknown(), error: v.optional(v.undefined()) }),
  v.object({ error: rpcError }),
])
const reply = v.object({
  id: v.optional(v.union([v.string(), v.number(), v.null()]), null),
  error: v.optional(rpcError),
  start: v.number(),
  end: v.number(),
})

/** The answer to a request: a result or an error. Source: JSON-RPC 2.0 */
export type RpcAnswer = v.InferOutput<typeof rpcAnswer>
/**
 * An answer that is forwarded: its id, its error, and where it is in the bytes. Its result is not
 * parsed.
 */
export type RpcReply = v.InferOutput<typeof reply>

/** How a result is read. */
export type Reading<value> = {
  /**
   * The names of members that are read of the result's objects. @default those of the method's
   * limits
   */
  members?: readonly string[]
  /** The names of lists that may contain only objects. @default none */
  objectLists?: readonly string[]
  /** The names of lists that may contain only strings and numbers. @default none */
  scalarLists?: readonly string[]
  /**
   * The allowed kinds of members, by the name of their object. If a member has another kind, the
   * reading ends with an error. @default every kind
   */
  kinds?: Readonly<Record<string, Readonly<Record<string, JsonKind>>>>
  /** Whether whole numbers beyond the precision of a double become bigints. @default false */
  wideIntegers?: boolean
  /**
   * Is called when the answer of a node begins to arrive. If one of its functions throws, the
   * node's answer counts as invalid.
   */
  begin: () => {
    /**
     * Reduces the result and objects inside it as they arrive. The result itself has the depth 2.
     */
    reduce?: JsonShaping['reduce']
    /** Checks and converts the whole result. */
    read: (result: unknown) => value
  }
}

/** The kinds for members that are strings or numbers. */
export const scalars = (names: readonly string[]): Record<string, JsonKind> =>
  Object.fromEntries(names.map((name) => [name, 'scalar']))

const envelope = ['result', 'error', 'code', 'message', 'data']

/**
 * Reads the answer to a request of the service itself while it arrives.
 * @throws BorderError; the errors of the reading
 */
export async function readRpcAnswer(
  stream: AsyncIterable<Uint8Array> | null,
  limits: AnswerLimits,
  reading?: Reading<unknown>,
): Promise<RpcAnswer> {
  const { reduce, read } = reading?.begin() ?? {}
  const members = reading?.members ?? limits.members
  const inside: JsonShaping['reduce'] =
    reduce &&
    ((value, place) => (place.depth === 1 || place.name === 'error' ? value : reduce(value, place)))
  const kinds = new Map<string, JsonKind>([
    ['error', 'object'],
    ...(limits.result ? [['result', limits.result] as const] : []),
  ])
  const kindsIn = new Map(
    Object.entries({ ...reading?.kinds, error: scalars(['code', 'message']) }).map(
      ([name, entries]) => [name, new Map(Object.entries(entries))],
    ),
  )
  const shaping = {
    isObject: true,
    kinds,
    kindsIn,
    scalarLists: new Set(reading?.scalarLists),
    wideIntegers: reading?.wideIntegers ?? false,
    ...(members && { members: new Set([...envelope, ...members]) }),
    ...(inside && { reduce: inside }),
    objectLists: new Set(reading?.objectLists),
  }
  const answer = readShape(rpcAnswer, await readJsonStream(stream, limits, shaping))
  return 'result' in answer && read ? { result: read(answer.result) } : answer
}

const outside: JsonShaping = {
  members: new Set(['id', 'error', 'code', 'message', 'data']),
  noted: new Set(['result']),
}

/**
 * Checks answers before they are forwarded: their JSON-RPC form, their ids, and their errors.
 * Results are skipped and not parsed.
 * @throws BorderError
 */
export async function readReplies(bytes: Buffer): Promise<RpcReply | RpcReply[]> {
  const reduce: JsonShaping['reduce'] = (value, { depth, name, start, end }) => {
    if (depth > 2 || name !== '') return value
    // it has neither a result nor an error
    if (value['error'] === undefined && !('result' in value)) return undefined
    return readShape(reply, { ...value, start, end })
  }
  const found = await readJsonStream(piecesOf(bytes), forwardLimits, { ...outside, reduce })
  return readShape(v.union([isReply, listOf(isReply, counts.rpcBatch)]), found)
}

const isReply = v.custom<RpcReply>(isRecord) // `reduce` has checked these objects

async function* piecesOf(bytes: Buffer) {
  yield bytes
}
