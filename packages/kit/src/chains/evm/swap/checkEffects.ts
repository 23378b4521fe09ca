import { kitError } from '../../../core/errors/errors.ts'
import type { KitError } from '../../../core/errors/KitError.ts'
import type { SwapOrder } from '../../../core/contracts/facets/swap.ts'
import { transferTopic, word } from '../provider/quantity.ts'
import { addressOf } from './calls.ts'
import type { RunLog } from './runAsCode.ts'

/**
 * Balances of an account before or after a simulated swap, in the smallest units. `otherBalances`
 * are the balances of tokens outside the swap.
 */
export type Holdings = {
  from: bigint
  to: bigint
  native: bigint
  otherBalances: readonly bigint[]
}

/**
 * What a simulated swap changed. `allowance` is how much of the token to give the swap's contract
 * may take, before and after.
 */
export type Effects = {
  before: Holdings
  after: Holdings
  allowance: { before: bigint; after: bigint }
  logs: readonly RunLog[] | undefined
}

/** `Approval(address,address,uint256)`. ERC-20, ERC-721 */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/** `Approval(address,address,uint256,uint256)`: owner, spender and token id in topics. ERC-6909 */
const numberedApprovalTopic = '0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7'
/**
 * `ApprovalForAll(address,address,bool)` of ERC-721 and ERC-1155,
 * `OperatorSet(address,address,bool)` of ERC-6909.
 */
const operatorTopics: readonly string[] = [
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  '0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267',
]
/** `AuthorizedOperator(address,address)`: operator, then holder. ERC-777 */
const authorizedTopic = '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9'
/**
 * `Approval(address,address,address,uint160,uint48)` and
 * `Permit(address,address,address,uint160,uint48,uint48)` of Permit2. Owner, token and spender are
 * topics; the data begins with the amount.
 */
const permit2Topics: readonly string[] = [
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
]
/** The transfer events of ERC-1155. */
const multiTransferTopics: readonly string[] = [
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
]

/**
 * What a swap must keep to: the order, the minimum that has to arrive, and the spender that the
 * offer names.
 */
export type Bounds = { order: SwapOrder; minimum: bigint; spender: string }

/**
 * Checks that the effects of a swap match its offer:
 * - The account gives at most the amount of the order.
 * - It receives at least the minimum.
 * - It gives no other token, and no allowance but the swap's own, of at most the amount.
 * @returns the amount that arrives
 * @throws KitError swapRefused with the fault as `details`; priceMoved when less than the minimum
 *   arrives, but at least half of it
 */
export function checkEffects(
  { before, after, allowance, logs }: Effects,
  { order, minimum, spender }: Bounds,
): bigint {
  const { from, to, amount } = order
  const arrives = after.to - before.to
  if (before.from - after.from > amount) throw refused('It takes more than the amount.')
  if (from.address !== undefined && to.address !== undefined && after.native < before.native)
    throw refused('It takes some of the network’s own token.')
  if (
    after.otherBalances.some(
      (amountAfter, index) => amountAfter < (before.otherBalances[index] ?? 0n),
    )
  )
    throw refused('It takes another token.')
  if (allowance.after > (allowance.before > amount ? allowance.before : amount))
    throw refused('It allows more than the amount.')
  const foreign = logs
    ?.map((log) => faultOf(log, { order, minimum, spender }))
    .find((fault) => fault !== undefined)
  if (foreign) throw refused(foreign)
  if (arrives * 2n < minimum || arrives <= 0n) throw refused('Less than half of the least arrives.')
  if (arrives < minimum) throw kitError('priceMoved')
  return arrives
}

/** Makes the error for a swap that does something else than its offer. */
export const refused = (details: string): KitError => kitError('swapRefused', { details })

/**
 * The fault of a swap that one log shows. Undefined if the log shows none. Only transfers from the
 * account and allowances of the account matter.
 */
function faultOf(log: RunLog, bounds: Bounds): string | undefined {
  const {
    address,
    topics: [topic = '', first, second],
  } = log
  const { account, from, to } = bounds.order
  const accountWord = `0x${word(account)}`
  if (
    topic === transferTopic &&
    first === accountWord &&
    ![addressOf(from), addressOf(to)].includes(address)
  )
    return 'It moves another token.'
  if (multiTransferTopics.includes(topic) && second === accountWord)
    return 'It moves another token.'
  const isOperator =
    (operatorTopics.includes(topic) && first === accountWord && !isZero(log.data)) ||
    (topic === authorizedTopic && second === accountWord)
  if (isOperator) return 'It allows all tokens of a collection.'
  return first === accountWord && isForeignAllowance(log, bounds)
    ? 'It allows another contract, or another token.'
    : undefined
}

/**
 * Whether a log reports an allowance other than the swap's own. A log that revokes an allowance is
 * harmless. Some tokens report with each transfer how much of an allowance is left.
 */
function isForeignAllowance(
  { address, topics: [topic = '', , second, third], data }: RunLog,
  { order: { from, amount }, spender }: Bounds,
): boolean {
  const isSpender = (indexedWord: string | undefined) => indexedWord === `0x${word(spender)}`
  // an NFT's approval has the token id as a third topic, and revokes if the spender is the zero
  // address. ERC-721
  if (topic === approvalTopic)
    return third === undefined
      ? !isZero(data) && !(address === addressOf(from) && isSpender(second))
      : second !== `0x${word(0n)}`
  if (topic === numberedApprovalTopic) return !isZero(data)
  if (!permit2Topics.includes(topic)) return false
  const amountWord = data.slice(0, 66)
  const isOwn =
    second === `0x${word(addressOf(from))}` &&
    isSpender(third) &&
    /^0x[\da-f]{64}$/i.test(amountWord) &&
    BigInt(amountWord) <= amount
  return !isZero(amountWord) && !isOwn
}

const isZero = (data: string): boolean => /^0x0*$/.test(data)
