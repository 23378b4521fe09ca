/** The result of reading an untrusted value; `otherwise` if reading it throws. */
export function readSafely<value>(task: () => value, fallback: value): value {
  try {
    return task()
  } catch {
    return fallback
  }
}
