import { decodeFunctionData, encodeFunctionResult, multicall3Abi, type Hex } from 'viem'

/**
 * Answers as the multicall contract, with which the API makes several calls at once. @param
 * answerOf answers one call, by its selector and the rest of its data
 */
export function answerMulticall(
  [call]: readonly unknown[],
  answerOf: (selector: Hex, rest: string) => Hex,
): Hex {
  // a call of the API
  const { args } = decodeFunctionData({ abi: multicall3Abi, data: (call as { data: Hex }).data })
  const calls = (args?.[0] ?? []) as readonly { callData: Hex }[] // the API calls aggregate3 only
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: calls.map(({ callData }) => ({
      success: true,
      returnData: answerOf(callData.slice(0, 10) as Hex, callData.slice(10)),
    })),
  }) // the selector of the call
}
