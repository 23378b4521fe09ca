import { SiwxError } from './SiwxError.ts'

/**
 * Runs a limited number of tasks at a time. A task above the limit is refused and does not wait.
 */
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
