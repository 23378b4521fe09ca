import { decodeFunctionData, parseAbi, type DecodeFunctionDataReturnType, type Hex } from 'viem'
import { namehash } from 'viem/ens'
import { ApiError } from '../../apiError.ts'
import { readDnsName } from './dnsName.ts'

/** The function that a resolver forwards. Source: ENSIP-10 */
export const resolveAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
])

/**
 * The functions inside `resolve` that the gateway answers. Sources: EIP-137, ENSIP-9, EIP-634,
 * EIP-181, ENSIP-7
 */
export const questionAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function name(bytes32 node) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
])

/** A call to a resolver. Its first argument is the node (the hash) of the name. */
export type Question = DecodeFunctionDataReturnType<typeof questionAbi>

/**
 * Reads a call that a resolver forwards to its gateway.
 * @throws ApiError 400 for another function, and when the node belongs to another name
 */
export function readQuestion(data: Hex): { name: string; question: Question } {
  const {
    args: [encodedName, call],
  } = decoded(resolveAbi, data, 'Expected a call of resolve(bytes,bytes)')
  const name = readDnsName(encodedName)
  if (name === undefined) throw new ApiError(400, 'data', 'The name is not in DNS encoding')
  const question = decoded(questionAbi, call, 'The resolver has no such function')
  if (question.args[0] !== namehash(name))
    throw new ApiError(400, 'data', 'The call is for another name')
  return { name, question }
}

function decoded<const abi extends typeof resolveAbi | typeof questionAbi>(
  abi: abi,
  data: Hex,
  refusal: string,
): DecodeFunctionDataReturnType<abi> {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    throw new ApiError(400, 'data', refusal) // another function, or invalid arguments
  }
}
