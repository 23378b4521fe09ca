import fc from 'fast-check'
import type { Done } from '../scene.ts'
import type { Target } from '../target.ts'

/** Time limit of an honest request during the attack, in milliseconds. */
const limit = 3_000
/** Duration of the quick run, in milliseconds. */
const quick = 2_500

/** Sends one batch. Resolves to its fault, in a sentence; undefined when there is none. */
export type Try<sample> = (batch: readonly sample[]) => Promise<string | undefined>

/**
 * Sends batch after batch until the time is over. After each batch the service has to work. A fault
 * is reduced to the smallest input, and repeats with the same seed.
 */
export async function generate<sample>(
  target: Target,
  {
    arbitrary,
    batch,
    attempt,
    seconds,
  }: { arbitrary: fc.Arbitrary<sample>; batch: number; attempt: Try<sample>; seconds: number },
): Promise<Done> {
  let samples = 0
  const property = fc.asyncProperty(
    fc.array(arbitrary, { minLength: 1, maxLength: batch }),
    async (values) => {
      samples += values.length
      const wrong = (await attempt(values)) ?? (await wellBeing(target))
      if (wrong !== undefined) throw new Error(wrong)
    },
  )
  const result = await fc.check(property, {
    seed: target.seed,
    numRuns: 1_000_000,
    interruptAfterTimeLimit: target.quick ? quick : seconds * 1_000,
    endOnFailure: target.quick,
  })
  const did = `${samples.toLocaleString('en')} samples in ${result.numRuns} batches, seed ${target.seed}`
  if (!result.failed || (result.interrupted && result.errorInstance === undefined)) return { did }
  return {
    did,
    faults: [
      `${result.errorInstance instanceof Error ? result.errorInstance.message : 'something'}; seed ${result.seed}, path ${result.counterexamplePath}: ${fc.stringify(result.counterexample).slice(0, 600)}`,
    ],
  }
}

/** The service's fault: an honest request is not answered, or the service counted a defect. */
async function wellBeing({ url }: Target): Promise<string | undefined> {
  const http = url.replace('ws:', 'http:')
  try {
    const health = await fetch(`${http}/health`, { signal: AbortSignal.timeout(limit) })
    if (health.status !== 200) return `health answered ${health.status}`
    const metrics = await (
      await fetch(`${http}/metrics`, { signal: AbortSignal.timeout(limit) })
    ).text()
    return metrics
      .split('\n')
      .find((line) => /^\w+_defects_total [1-9]/.test(line) || /status="500"\} [1-9]/.test(line))
  } catch (error) {
    return `health did not answer: ${String(error)}`
  }
}
