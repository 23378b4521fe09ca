import type { Address } from '../../decode/Effect.ts'
import type { SimulatedLog } from './askSimulation.ts'

/**
 * An asset that the account received (positive amount) or sent (negative amount). `token` has no
 * amount, because a contract may report a false one.
 */
export type Move =
  | { kind: 'currency'; amount: bigint }
  | { kind: 'token'; token: Address }
  | { kind: 'piece'; token: Address; id: bigint; amount: bigint }

/**
 * keccak256 of `Transfer(address,address,uint256)`,
 * `TransferSingle(address,address,address,uint256,uint256)` and `TransferBatch(…)`.
 */
const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
} as const
/**
 * The address under which a node reports moves of the chain's currency (`traceTransfers`). No
 * contract can have it.
 */
const currency = `0x${'e'.repeat(40)}`
/** The maximum number of pieces that are read from one batch. */
const maxPieces = 100

/** The moves of an account according to logs. A log in another form is ignored. */
export function movesOf(logs: readonly SimulatedLog[], account: Address): readonly Move[] {
  const own = account.toLowerCase()
  const signOf = (from: string | undefined, to: string | undefined) =>
    BigInt(Number(addressIn(to) === own) - Number(addressIn(from) === own))
  return logs.flatMap(({ address: token, topics: [topic, ...indexed], data }): readonly Move[] => {
    if (topic === topics.transfer && indexed.length >= 2) {
      const sign = signOf(indexed[0], indexed[1])
      const [amount] = wordsOf(data)
      if (token === currency && amount !== undefined)
        return sign === 0n ? [] : [{ kind: 'currency', amount: sign * amount }]
      if (!isFor(indexed[0], indexed[1], own)) return []
      const id = indexed[2]
      return id === undefined
        ? [{ kind: 'token', token }]
        : [{ kind: 'piece', token, id: BigInt(id), amount: sign }]
    }
    if ((topic === topics.single || topic === topics.batch) && isFor(indexed[1], indexed[2], own)) {
      const sign = signOf(indexed[1], indexed[2])
      return piecesIn(wordsOf(data), topic === topics.batch).map(({ id, amount }) => ({
        kind: 'piece',
        token,
        id,
        amount: sign * amount,
      }))
    }
    return []
  })
}

const isFor = (from: string | undefined, to: string | undefined, own: string) =>
  addressIn(from) === own || addressIn(to) === own
const addressIn = (topic: string | undefined) => topic && `0x${topic.slice(-40).toLowerCase()}`
const wordsOf = (data: string): readonly bigint[] =>
  (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))

/** The ids and amounts of ERC-1155: two words, or two lists of equal length. */
function piecesIn(
  words: readonly bigint[],
  isBatch: boolean,
): readonly { id: bigint; amount: bigint }[] {
  const [first, second] = words
  if (first === undefined || second === undefined) return []
  if (!isBatch) return [{ id: first, amount: second }]
  const [ids, amounts] = [listAt(words, first), listAt(words, second)]
  return ids.length === amounts.length
    ? ids.map((id, index) => ({ id, amount: amounts[index] ?? 0n }))
    : []
}

function listAt(words: readonly bigint[], offset: bigint): readonly bigint[] {
  const start =
    offset % 32n === 0n && offset / 32n < BigInt(words.length) ? Number(offset / 32n) : undefined
  const count = start === undefined ? undefined : words[start]
  return start === undefined || count === undefined || count > BigInt(maxPieces)
    ? []
    : words.slice(start + 1, start + 1 + Number(count))
}
