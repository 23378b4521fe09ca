import { SiwxError } from './SiwxError.ts'

/** Does so many works at a time; the next one is refused, and does not wait. */
export function createTurns(
  maxConcurrent: number,
): <result>(work: () => Promise<result>) => Promise<result> {
  let working = 0
  return async (work) => {
    if (working >= maxConcurrent) throw new SiwxError('busy')
    working += 1
    try {
      return await work()
    } finally {
      working -= 1
    }
  }
}
