/**
 * Joins calls of a read. A call gets the result of a read that begins after the call, so it never
 * gets an outdated result; but calls that arrive while a read runs share the next one. If the
 * running read fails with an error that is general (`isGeneral`), such as a time limit, they fail with it.
 */
export function joinReads<value>(
  read: () => Promise<value>,
  isGeneral: (error: unknown) => boolean,
): () => Promise<value> {
  let running: Promise<value> | undefined
  let next: Promise<value> | undefined

  function begin(): Promise<value> {
    next = undefined
    const own = read()
    const end = () => void (running === own && (running = undefined))
    own.then(end, end)
    return (running = own)
  }

  const retry = (error: unknown) => {
    if (isGeneral(error)) throw error
    return begin()
  }
  return () => (running ? (next ??= running.then(begin, retry)) : begin())
}
