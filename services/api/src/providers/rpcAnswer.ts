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

/** A result or an error. Source: JSON-RPC 2.0. */
export type RpcAnswer = v.InferOutput<typeof rpcAnswer>
/**
 * A forwarded result or error: its id, its error, and its position in the bytes. Its result is not
 * parsed.
 */
export type RpcReply = v.InferOutput<typeof reply>

/** Options for reading a result. */
export type Reading<value> = {
  /** The members of its objects that are read. @default those of the method */
  members?: readonly string[]
  /** Names of the lists that contain objects only. @default none */
  objectLists?: readonly string[]
  /** Names of its lists of strings and numbers. @default none */
  scalarLists?: readonly string[]
  /**
   * The kinds of members of its objects, by the name of the object. A member of another kind ends
   * the reading. @default anything
   */
  kinds?: Readonly<Record<string, Readonly<Record<string, JsonKind>>>>
  /** Whether whole numbers beyond a JavaScript number's precision become bigints. @default false */
  wideIntegers?: boolean
  /** Begins with the answer of one node. An error of its functions counts as the node's fault. */
  begin: () => {
    /**
     * Reduces objects that are the result, or inside it, as they arrive. The result's depth is 2.
     */
    reduce?: JsonShaping['reduce']
    /** Checks and converts the whole result. */
    read: (result: unknown) => value
  }
}

/** Members that are strings or numbers. */
export const scalars = (names: readonly string[]): Record<string, JsonKind> =>
  Object.fromEntries(names.map((name) => [name, 'scalar']))

const envelope = ['result', 'error', 'code', 'message', 'data']

/**
 * Reads the answer to one of the service's own requests while it arrives.
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
 * Checks answers to be forwarded: their JSON-RPC form, their ids, and their errors. Results are
 * skipped, never parsed.
 * @throws BorderError
 */
export async function readReplies(bytes: Buffer): Promise<RpcReply | RpcReply[]> {
  const reduce: JsonShaping['reduce'] = (value, { depth, name, start, end }) => {
    if (depth > 2 || name !== '') return value
    // neither a result nor an error
    if (value['error'] === undefined && !('result' in value)) return undefined
    return readShape(reply, { ...value, start, end })
  }
  const found = await readJsonStream(piecesOf(bytes), forwardLimits, { ...outside, reduce })
  return readShape(v.union([isReply, listOf(isReply, counts.rpcBatch)]), found)
}

const isReply = v.custom<RpcReply>(isRecord) // the reduction has checked these objects

async function* piecesOf(bytes: Buffer) {
  yield bytes
}
