/** The result of reading an untrusted value; `fallback` if reading it throws. */
export function readSafely<value>(task: () => value, fallback: value): value {
  try {
    return task()
  } catch {
    return fallback
  }
}
