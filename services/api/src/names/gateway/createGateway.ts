import type { Hex } from 'viem'
import { answerQuestion, type NameSource } from './answerQuestion.ts'
import { readQuestion } from './readQuestion.ts'
import { signAnswer } from './signAnswer.ts'

/**
 * Seconds for which a signed answer is valid. After a change, old answers are valid at most that
 * long.
 */
const lifetime = 300

/**
 * Answers the calls that a resolver on a chain forwards, for its `resolveWithProof`. Source:
 * EIP-3668
 * @throws ApiError 400 for another call; DatabaseError
 */
export type Gateway = (request: { sender: Hex; data: Hex }) => Promise<Hex>

/**
 * @param options.now in milliseconds
 * @param options.signer the private key of the account that resolvers trust
 */
export function createGateway({
  register,
  signer,
  now,
}: {
  register: NameSource
  signer: Hex
  now: () => number
}): Gateway {
  return async ({ sender, data }) => {
    const { name, question } = readQuestion(data)
    const result = await answerQuestion(register, name, question)
    return signAnswer(signer, {
      sender,
      request: data,
      result,
      expires: Math.floor(now() / 1000) + lifetime,
    })
  }
}
