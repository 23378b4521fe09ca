import { SiwxError } from './SiwxError.ts'

/**
 * Creates a function that runs a limited number of tasks at the same time. Further tasks do not
 * wait: they are refused.
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
