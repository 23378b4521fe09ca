/** The names of an error and of what led to it, with where the first was thrown. Their messages may hold what no log may. */
export function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const place = /\n\s+at .*?([\w.-]+:\d+):\d+\)?(?:\n|$)/.exec(error.stack ?? '')?.[1]
  const names = [error.name]
  for (let cause = error.cause; cause instanceof Error && names.length < 5; cause = cause.cause) names.push(cause.name)
  return `${names.join(' < ')}${place ? ` at ${place}` : ''}`
}
