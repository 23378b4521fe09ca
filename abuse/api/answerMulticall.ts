import { decodeFunctionData, encodeFunctionResult, multicall3Abi, type Hex } from 'viem'

/** The answer of the contract by which the API asks several at once. @param answerOf answers one call, by its selector and the rest of its data */
export function answerMulticall([call]: readonly unknown[], answerOf: (selector: Hex, rest: string) => Hex): Hex {
  const { args } = decodeFunctionData({ abi: multicall3Abi, data: (call as { data: Hex }).data }) // a call of the API's
  const calls = (args?.[0] ?? []) as readonly { callData: Hex }[] // aggregate3 is all that is asked
  return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: calls.map(({ callData }) => ({ success: true, returnData: answerOf(callData.slice(0, 10) as Hex, callData.slice(10)) })) }) // its beginning
}
