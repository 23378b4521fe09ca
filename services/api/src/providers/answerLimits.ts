import type { JsonLimits } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import type { AnswerLimits, NodeRules } from './nodeRules.ts'

/** Number of bytes. */
export const kibibyte = 1024
/** Number of bytes. */
export const mebibyte = 1024 * kibibyte
/** The limits of an answer that is one short value. */
export const wordLimits: AnswerLimits = {
  bytes: 4 * kibibyte,
  depth: 4,
  values: 64,
  members: [],
  result: 'scalar',
}

const other: AnswerLimits = { bytes: mebibyte, depth: 32, values: 20_000 }

/**
 * The limits of a node's answer to a method. A method that is not in the table may answer 1 MiB.
 */
export function answerLimits(
  { answerLimits: methods }: Pick<NodeRules, 'answerLimits'>,
  method: string,
): AnswerLimits {
  return (Object.hasOwn(methods, method) && methods[method]) || other
}

/** The limits of answers that are forwarded without being read. */
export const forwardLimits: JsonLimits = {
  bytes: counts.rpcAnswerBytes,
  depth: 512,
  values: 5_000_000,
}
