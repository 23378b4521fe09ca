/** Maximum of refusals of a burst that are posted at once. */
const maxConcurrent = 20
/** Milliseconds before the next batch of a burst, and the size of a batch. */
const pause = 20
const batch = 200

/** Posts refusals of one port. */
export type Refusals<refusal> = { post: (refusal: refusal) => void; close: () => void }

/**
 * Posts refusals without delaying answers: posting a refusal costs the page and the frame more than
 * reading the refused message. The first refusals of a burst are posted at once. The others follow
 * in batches, the newest first, because a site that has sent too many requests waits for the newest
 * answers.
 */
export function createRefusals<refusal>(post: (refusal: refusal) => void): Refusals<refusal> {
  const waiting: refusal[] = []
  let posted = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    const next = waiting.splice(-batch)
    posted = next.length > 0 ? maxConcurrent : 0
    timer = next.length > 0 ? setTimeout(flush, pause) : undefined
    next.forEach(post)
  }

  return {
    post(refusal) {
      timer ??= setTimeout(flush, pause)
      posted += 1
      if (posted <= maxConcurrent) post(refusal)
      else waiting.push(refusal)
    },
    close() {
      clearTimeout(timer)
      waiting.length = 0
    },
  }
}
