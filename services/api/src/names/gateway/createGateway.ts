import type { Hex } from 'viem'
import { answerQuestion, type NameSource } from './answerQuestion.ts'
import { readQuestion } from './readQuestion.ts'
import { signAnswer } from './signAnswer.ts'

/**
 * Seconds for which a signed answer is valid. When a name changes, an old answer may be used this
 * long.
 */
const lifetime = 300

/**
 * Answers calls that a resolver on a chain forwards, for the resolver's `resolveWithProof`. Source:
 * EIP-3668
 * @throws ApiError 400 for any other call; DatabaseError
 */
export type Gateway = (request: { sender: Hex; data: Hex }) => Promise<Hex>

/**
 * Makes the gateway.
 * @param options.now milliseconds
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
