/**
 * What an operator is told of a start that failed: the error's own sentence where it names what has to be changed, as an option's
 * does, or is the system's, such as a port that is taken. Undefined for anything else, which is a defect and shows its place.
 * @param known kinds of errors whose sentences are meant for operators
 */
export function startFailure(error: unknown, known: readonly (new (...args: never[]) => Error)[]): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (known.some((kind) => error instanceof kind)) return error.message
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code) ? `Cannot start: ${error.message}` : undefined
}
