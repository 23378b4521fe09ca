import { decodeFunctionData, encodeFunctionResult, multicall3Abi, type Hex } from 'viem'

/**
 * Answers like the contract Multicall3, with which the API makes several calls at once.
 * @param answerOf answers one call, by its selector and the rest of its data
 */
export function answerMulticall(
  [call]: readonly unknown[],
  answerOf: (selector: Hex, rest: string) => Hex,
): Hex {
  // the API sends this as the first parameter of `eth_call`
  const { args } = decodeFunctionData({ abi: multicall3Abi, data: (call as { data: Hex }).data })
  const calls = (args?.[0] ?? []) as readonly { callData: Hex }[] // the API calls aggregate3 only
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: calls.map(({ callData }) => ({
      success: true,
      returnData: answerOf(callData.slice(0, 10) as Hex, callData.slice(10)),
    })),
  }) // the first 4 bytes of a call are its selector
}
