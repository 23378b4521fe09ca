import { addressKey } from '@latchkey/protocol/address'
import { readCalls, type AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { decodeFunctionData } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import type { Hex } from '../../../chainIndex/chainIndex.ts'

/** The selectors of EntryPoint's `handleOps` and of an account's `execute`. ERC-4337, ERC-7579 */
export const selectors = { handleOps: '0x765e827f', execute: '0xe9ae5c53' } as const

/** The calls of each operation in the data of `handleOps`. Empty for any other data. */
export function operationCalls(
  input: Hex,
): readonly { account: Hex; nonce: bigint; calls: readonly AccountCall[] | undefined }[] {
  if (!input.startsWith(selectors.handleOps)) return []
  try {
    const { functionName, args } = decodeFunctionData({ abi: entryPoint07Abi, data: input })
    if (functionName !== 'handleOps') return []
    return args[0].map(({ sender, nonce, callData }) => ({
      account: addressKey(sender) as Hex, // the key of an address of eip155 is hex
      nonce,
      calls: readCalls(callData),
    }))
  } catch {
    return [] // anybody can send EntryPoint data of another form
  }
}

/** What the calls of an account do as a whole, in the terms of a transaction. */
export type CallsFacts = { recipient: Hex; selector: Hex | null; hasData: boolean; value: bigint }

/** The selector of `approve(address,uint256)`. ERC-20 */
const approve = '0x095ea7b3'

/**
 * The call that the history shows for several: the only one besides approvals. If there are more,
 * their method is not shown, and their contract only if they have the same one. Undefined without
 * calls.
 */
export function factsOfCalls(calls: readonly AccountCall[]): CallsFacts | undefined {
  const effects = calls.filter(({ data }) => !data.startsWith(approve))
  const shown = effects.length > 0 ? effects : calls
  const [first, ...others] = shown
  if (!first) return undefined
  const isSameContract = others.every(({ to }) => to === first.to)
  return {
    recipient: first.to,
    selector:
      others.length === 0 && first.data.length >= 10 ? (first.data.slice(0, 10) as Hex) : null,
    hasData: shown.some(({ data }) => data !== '0x') || !isSameContract,
    value: isSameContract ? shown.reduce((sum, { value }) => sum + value, 0n) : 0n,
  }
}
