/**
 * Returns a sentence for the operator about a failed start: the error's own sentence if it says
 * what to change, as an OptionError does, or a sentence about a system error, such as a port that
 * is taken. It is undefined for any other error, which is a defect and is logged with its place.
 * @param known the classes of errors whose sentences are written for operators
 */
export function startFailure(
  error: unknown,
  known: readonly (new (...args: never[]) => Error)[],
): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (known.some((kind) => error instanceof kind)) return error.message
  const place = placeOf(error)
  if (place !== undefined) return place
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
    ? `Cannot start: ${error.message}`
    : undefined
}

/**
 * Returns the sentence about an address on which the service cannot listen. It names the variable
 * `PORT` or `HOST`. It is undefined for any other error.
 */
function placeOf(
  error: Error & {
    code?: unknown
    syscall?: unknown
    port?: unknown
    address?: unknown
    hostname?: unknown
  },
): string | undefined {
  if (error.syscall === 'getaddrinfo')
    return `HOST: ${String(error.hostname)} is no name of this machine (${String(error.code)})`
  if (error.syscall !== 'listen' && error.syscall !== 'bind') return undefined
  if (error.code === 'EADDRINUSE') return `PORT: ${String(error.port)} is taken by another process`
  if (error.code === 'EACCES')
    return `PORT: ${String(error.port)} needs rights that this process does not have`
  return `HOST: ${String(error.address)} is no address of this machine (${String(error.code)})`
}
