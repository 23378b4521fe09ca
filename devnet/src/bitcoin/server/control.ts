import { BorderError, readJson } from '@latchkey/protocol/border'
import { isRecord } from '@latchkey/protocol/isObject'
import { Refusal } from '../judge/refusal.ts'
import { ok, refused, type Answer } from '../esplora/answer.ts'
import { MalformedError } from '../wire/reader.ts'

/** What tests and pages do with a running chain. */
export type Controls = {
  /**
   * Mines blocks of what waits. @default 1
   * @returns the newest block
   */
  mine(blocks?: number): { height: number; hash: string }
  /**
   * Replaces the newest blocks by a branch that is one block longer. Their transactions wait again.
   * `transactions`, in hex, are in the first new block in place of those that they spend against.
   * @returns the newest block
   */
  reorganise(
    depth: number,
    options?: { transactions?: readonly string[] },
  ): { height: number; hash: string }
  /**
   * Pays satoshis to an address, and mines a block. With `isWaiting`, it mines none.
   * @returns the id of the transaction
   */
  fund(address: string, amount: bigint | number, options?: { isWaiting?: boolean }): string
  /** Removes a waiting transaction, as a node does that forgets it. */
  drop(txid: string): void
  /** Stops the timer that mines blocks, until `resume` is called. */
  hold(): void
  resume(): void
}

const limits = { blocks: 2_000, json: { bytes: 1_000_000, depth: 4, values: 1_000 } }

/**
 * Answers the paths of the devnet itself: `POST /devnet/mine`, `/fund`, `/reorganise`, `/drop`,
 * `/hold` and `/resume`, with JSON. Undefined for any other path.
 */
export function answerControl(
  controls: Controls,
  { method, path, body }: { method: string; path: string; body: string },
): Answer | undefined {
  const name = /^\/devnet\/(\w+)$/.exec(path)?.[1]
  if (name === undefined) return undefined
  if (method !== 'POST') return refused(405, 'Send it by POST')
  try {
    const fields = body.trim() === '' ? {} : readJson(body, limits.json)
    if (!isRecord(fields)) return refused(400, 'The body must be a JSON object')
    return run(controls, name, fields)
  } catch (error) {
    const isExpected =
      error instanceof BorderError ||
      error instanceof RangeError ||
      error instanceof Refusal ||
      error instanceof MalformedError
    if (!isExpected) throw error
    return refused(400, error.message)
  }
}

function run(controls: Controls, name: string, fields: Record<string, unknown>): Answer {
  switch (name) {
    case 'mine':
      return ok(controls.mine(countIn(fields['blocks'] ?? 1)))
    case 'fund':
      return ok({
        txid: controls.fund(textIn(fields['address']), amountIn(fields['amount']), {
          isWaiting: fields['isWaiting'] === true,
        }),
      })
    case 'reorganise': {
      const { transactions = [] } = fields
      if (!Array.isArray(transactions)) throw new RangeError('"transactions" must be a list')
      return ok(
        controls.reorganise(countIn(fields['depth']), { transactions: transactions.map(textIn) }),
      )
    }
    case 'drop':
      controls.drop(textIn(fields['txid']))
      return ok({})
    case 'hold':
      controls.hold()
      return ok({})
    case 'resume':
      controls.resume()
      return ok({})
    default:
      return refused(404, 'endpoint does not exist')
  }
}

function countIn(value: unknown): number {
  if (
    typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    value > 0 &&
    value <= limits.blocks
  )
    return value
  throw new RangeError(`A number of blocks is from 1 to ${limits.blocks}`)
}

function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  throw new RangeError('A text is missing')
}

function amountIn(value: unknown): bigint {
  const isAmount =
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^\d{1,16}$/.test(value))
  if (isAmount) return BigInt(value)
  throw new RangeError('"amount" must be a whole number of satoshis')
}
