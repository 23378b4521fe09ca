import { wait } from '@latchkey/server/waiting'
import fc from 'fast-check'
import type { Refused } from './createTestDevice.ts'

/**
 * The end of a step: its answer, or the code of its refusal; and the times of its beginning
 * and end.
 */
export type Ended = { answer?: unknown; error?: string; began: number; ended: number }

/** Steps, each with the milliseconds before it. */
export type TakenSteps<step extends string> = readonly (readonly [step, number])[]

/** Takes steps concurrently, each after its milliseconds. */
export async function takeSteps<step extends string>(
  steps: Readonly<Record<step, () => Promise<unknown>>>,
  taken: TakenSteps<step>,
): Promise<Map<step, Ended>> {
  const ended = await Promise.all(
    taken.map(async ([name, after]) => {
      await wait(after)
      const began = performance.now()
      const end = await steps[name]().then(
        (answer) => ({ answer }),
        ({ error }: Refused) => ({ error }),
      )
      return [name, { ...end, began, ended: performance.now() }] as const
    }),
  )
  return new Map(ended)
}

/**
 * Some of the steps, in any order and with any pauses before them.
 * @param always steps that are always included
 */
export function someSteps<step extends string>(
  names: readonly step[],
  always: readonly step[] = [],
): fc.Arbitrary<TakenSteps<step>> {
  const shuffled = fc.shuffledSubarray(
    names.filter((name) => !always.includes(name)),
    { minLength: always.length > 0 ? 1 : 2 },
  )
  return shuffled.chain((some) =>
    fc.tuple(...[...always, ...some].map((name) => fc.tuple(fc.constant(name), fc.nat(12)))),
  )
}

/** Presses a page's button. @throws with `error` where the page does not exist */
export async function pressed(
  post: (path: string, token: string) => Promise<Response>,
  path: string,
  token: string,
): Promise<number> {
  const { status } = await post(path, token)
  if (status !== 200) throw Object.assign(new Error(String(status)), { error: `page ${status}` })
  return status
}
