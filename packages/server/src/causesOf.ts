/** Matches a line of a stack trace that names a code file and a line in it. */
const frame = /\n\s+at .*?([\w.-]{1,60}\.[cm]?[jt]sx?:\d+):\d+\)?(?:\n|$)/

/**
 * Returns the names of an error and of its causes, each with its code (`ECONNREFUSED`) if it has
 * one, and the place where the outermost was thrown. Messages are left out, because they may
 * contain secrets.
 */
export function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const place = placeOf(error)
  const names = [nameOf(error)]
  for (let cause = error.cause; cause instanceof Error && names.length < 5; cause = cause.cause)
    names.push(nameOf(cause))
  return `${names.join(' < ')}${place ? ` at ${place}` : ''}`
}

/** Returns an error and its causes, the outermost first. */
export function* causesIn(error: unknown): Generator<Error> {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    yield one
}

/**
 * Returns where an error was thrown. The search begins after the message: the stack contains the
 * message, which may itself look like a stack.
 */
function placeOf({ stack = '', message }: Error): string | undefined {
  const start = stack.indexOf(message)
  return frame.exec(start < 0 ? '' : stack.slice(start + message.length))?.[1]
}

function nameOf(error: Error): string {
  const [name, code] = [/^[\w$ ]{1,60}$/.test(error.name) ? error.name : 'Error', codeOf(error)]
  return code === undefined ? name : `${name} ${code}`
}

/**
 * Returns the code of an error from the system, a library or a database. It is undefined if the
 * code is not a plain word.
 */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[A-Z0-9_]{1,40}$/.test(error.code)
    ? error.code
    : undefined
}
