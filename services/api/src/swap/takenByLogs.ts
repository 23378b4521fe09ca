import { hexToBigInt, isHex, toEventSelector } from 'viem'
import { isRecord } from '@latchkey/protocol/isObject'
import type { Address } from './swapProvider.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'

/**
 * What a transaction's events show. `sent`: the contracts of the tokens that the account sent.
 * `allowed`: the contracts in which it changed an allowance. Addresses are in lower case.
 */
export type TokensTaken = { sent: ReadonlySet<string>; allowed: ReadonlySet<string> }

const transfer = toEventSelector('Transfer(address,address,uint256)')
const approval = toEventSelector('Approval(address,address,uint256)')
const approvalForAll = toEventSelector('ApprovalForAll(address,address,bool)')
const transfers1155 = [
  toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
  toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
]

/** Reads a transaction's events. Source: ERC-20, ERC-721, ERC-1155 */
export function takenByLogs(logs: readonly unknown[], user: Address): TokensTaken {
  const [sent, allowed] = [new Set<string>(), new Set<string>()]
  for (const log of logs) {
    const { address, topics } = isRecord(log) ? log : {}
    if (typeof address !== 'string' || !Array.isArray(topics)) continue
    const [event, first, second] = topics.map(String)
    const token = evmKey(address)
    if (event === transfer && isUser(first, user)) sent.add(token)
    if (
      event !== undefined &&
      transfers1155.includes(event as `0x${string}`) &&
      isUser(second, user)
    )
      sent.add(token) // later compared with addresses in lower case
    if ((event === approval || event === approvalForAll) && isUser(first, user)) allowed.add(token)
  }
  return { sent, allowed }
}

function isUser(topic: string | undefined, user: Address): boolean {
  return isHex(topic) && topic.length === 66 && hexToBigInt(topic) === BigInt(user)
}
