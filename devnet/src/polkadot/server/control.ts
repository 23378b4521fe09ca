import { BorderError, readJson } from '@latchkey/protocol/border'
import { isRecord } from '@latchkey/protocol/isObject'
import { RefusedCall } from '../runtime/callErrors.ts'
import type { Hex } from '../runtime/chopsticks.ts'

/** What tests and pages do with a running chain. */
export type Controls = {
  /**
   * Builds blocks of what waits.
   * @param blocks up to 100. @default 1
   * @returns the newest block
   */
  mine(blocks?: number): Promise<{ number: number; hash: Hex }>
  /**
   * Pays an account from the faucet, in a block of its own.
   * @param amount in planck, the smallest units
   * @returns the hash of the transaction
   * @throws RangeError if the address or the amount is not valid
   */
  fund(address: string, amount: bigint): Promise<Hex>
}

const limits = { blocks: 100, json: { bytes: 10_000, depth: 4, values: 100 } }

type Answer = { status: number; body: unknown }

/** Answers the paths of the devnet itself: `POST /devnet/mine` and `/fund`, with JSON. */
export async function answerControl(
  controls: Controls,
  path: string,
  body: Uint8Array,
): Promise<Answer> {
  try {
    const fields = body.length === 0 ? {} : readJson(body, limits.json)
    if (!isRecord(fields)) throw new RangeError('The body must be a JSON object')
    if (path === '/devnet/mine')
      return { status: 200, body: await controls.mine(countIn(fields['blocks'] ?? 1)) }
    if (path === '/devnet/fund') {
      const { address } = fields
      if (typeof address !== 'string') throw new RangeError('"address" is missing')
      const hash = await controls.fund(address, amountIn(fields['amount']))
      return { status: 200, body: { hash } }
    }
    return { status: 404, body: { error: 'endpoint does not exist' } }
  } catch (error) {
    const isExpected =
      error instanceof BorderError || error instanceof RangeError || error instanceof RefusedCall
    if (!isExpected) throw error
    return { status: 400, body: { error: error.message } }
  }
}

/** @throws RangeError if the value is not a number of blocks */
export function countIn(value: unknown): number {
  if (
    typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    value > 0 &&
    value <= limits.blocks
  )
    return value
  throw new RangeError(`A number of blocks is from 1 to ${limits.blocks}`)
}

function amountIn(value: unknown): bigint {
  const isAmount =
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^\d{1,30}$/.test(value))
  if (isAmount) return BigInt(value)
  throw new RangeError('"amount" must be a whole number of planck')
}
