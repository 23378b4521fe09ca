import { kitError } from '../../../core/errors.ts'
import type { KitError } from '../../../core/KitError.ts'
import type { SwapOrder } from '../../../core/facets/swap.ts'
import { transferTopic, word } from '../provider/quantity.ts'
import { addressOf } from './calls.ts'
import type { RunLog } from './runCalls.ts'

/** What an account has at one moment of a run, in the smallest units. */
export type Holdings = { from: bigint; to: bigint; native: bigint; held: readonly bigint[] }

/** What a run of a swap changed. `allowance` is what the contract may take of the token to give, before and after. */
export type Effects = { before: Holdings; after: Holdings; allowance: { before: bigint; after: bigint }; logs: readonly RunLog[] | undefined }

/** `Approval(address,address,uint256)`, `ApprovalForAll(address,address,bool)`, and the transfers of ERC-1155. */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const multiTransferTopics: readonly string[] = ['0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62', '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb']

/** What a run may change at most: an order, the least that has to arrive, and the contract that it was made for. */
export type Bounds = { order: SwapOrder; minimum: bigint; spender: string }

/**
 * Compares what a swap does with what it was offered to do: the account loses at most the amount of the token to give, gets at least the least, and neither another token nor
 * another allowance of it changes. @returns what arrives @throws KitError swapRefused with the fault as `details`; priceMoved when a little less arrives than the least
 */
export function checkEffects({ before, after, allowance, logs }: Effects, { order, minimum, spender }: Bounds): bigint {
  const { from, to, amount } = order
  const arrives = after.to - before.to
  if (before.from - after.from > amount) throw refused('It takes more than the amount.')
  if (from.address !== undefined && to.address !== undefined && after.native < before.native) throw refused('It takes some of the network’s own token.')
  if (after.held.some((amountAfter, at) => amountAfter < (before.held[at] ?? 0n))) throw refused('It takes another token.')
  if (allowance.after > (allowance.before > amount ? allowance.before : amount)) throw refused('It allows more than the amount.')
  const foreign = logs?.map((log) => faultOf(log, { order, minimum, spender })).find((fault) => fault !== undefined)
  if (foreign) throw refused(foreign)
  if (arrives * 2n < minimum || arrives <= 0n) throw refused('Less than half of the least arrives.')
  if (arrives < minimum) throw kitError('priceMoved')
  return arrives
}

/** The error of a swap that is not the one of its offer. */
export const refused = (details: string): KitError => kitError('swapRefused', { details })

/** What a log says against a swap; undefined for nothing. Only movements from the account, and its allowances, count. */
function faultOf({ address, topics: [topic, first, second, number], data }: RunLog, { order: { account, from, to }, spender }: Bounds): string | undefined {
  const self = `0x${word(account)}`
  if (topic === transferTopic && first === self && ![addressOf(from), addressOf(to)].includes(address)) return 'It moves another token.'
  if (multiTransferTopics.includes(topic ?? '') && second === self) return 'It moves another token.'
  if (topic === approvalForAllTopic && first === self) return 'It allows all tokens of a collection.'
  if (topic !== approvalTopic || first !== self) return undefined
  // taking away is no danger, and some tokens tell what is left of an allowance with each transfer
  // of a piece of a collection the data is empty, and its number stands in a topic: it is taken from nobody by naming nobody. ERC-721
  const isNothing = number === undefined ? /^0x0*$/.test(data) : second === `0x${word(0n)}`
  if (isNothing || (number === undefined && address === addressOf(from) && second === `0x${word(spender)}`)) return undefined
  return 'It allows another contract, or another token.'
}
