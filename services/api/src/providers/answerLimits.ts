import type { JsonLimits } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import type { AnswerLimits, NodeRules } from './nodeRules.ts'

/** Bytes. */
export const kibibyte = 1024
/** Bytes. */
export const mebibyte = 1024 * kibibyte
/** The limits of an answer of one word. */
export const wordLimits: AnswerLimits = {
  bytes: 4 * kibibyte,
  depth: 4,
  values: 64,
  members: [],
  result: 'scalar',
}

const other: AnswerLimits = { bytes: mebibyte, depth: 32, values: 20_000 }

/**
 * The limits for a node's answer to a method: bytes, depth, number of values. A method that is not
 * in the table gets 1 MiB.
 */
export function answerLimits(
  { answerLimits: methods }: Pick<NodeRules, 'answerLimits'>,
  method: string,
): AnswerLimits {
  return (Object.hasOwn(methods, method) && methods[method]) || other
}

/** Limits for answers that are forwarded unread. */
export const forwardLimits: JsonLimits = {
  bytes: counts.rpcAnswerBytes,
  depth: 512,
  values: 5_000_000,
}
