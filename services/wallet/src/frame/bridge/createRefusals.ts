/** Refusals that are posted at once, in a burst. */
const maxConcurrent = 20
/** Milliseconds for which the others of a burst wait, and how many are then posted at a time. */
const pause = 20
const batch = 200

/** Posts refusals of one port. */
export type Refusals<refusal> = { post: (refusal: refusal) => void; close: () => void }

/**
 * Posts refusals so that many of them hold up no answer: to post one costs the page and the frame
 * more than to read the message that is refused. The first of a burst are posted at once, the
 * others after it, in batches, and the newest of them first: that is what a site waits for that has
 * asked too much.
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
