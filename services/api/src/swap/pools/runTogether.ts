import type { Hex } from 'viem'
import type { ContractCall } from '../../chains/evm/nodes/encodeCalls.ts'

/**
 * A reading in several steps. Each step yields calls, and gets their answers in order; undefined
 * where a contract reverted.
 */
export type Reading<value> = Generator<readonly ContractCall[], value, readonly (Hex | undefined)[]>

/** Runs several readings together. Each step of all readings is one request. */
export async function runTogether<value>(
  readings: readonly Reading<value>[],
  read: (calls: readonly ContractCall[]) => Promise<readonly (Hex | undefined)[]>,
): Promise<value[]> {
  const steps = readings.map((reading) => reading.next())
  for (;;) {
    const calls = steps.map((step) => (step.done ? [] : step.value))
    if (steps.every((step) => step.done)) break
    const answers = await read(calls.flat())
    let start = 0
    for (const [index, own] of calls.entries()) {
      const reading = readings[index]
      if (reading && !steps[index]?.done)
        steps[index] = reading.next(answers.slice(start, start + own.length))
      start += own.length
    }
  }
  return steps.flatMap((step) => (step.done ? [step.value] : []))
}
