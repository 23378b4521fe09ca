/** The result of reading an untrusted value; `otherwise` if reading it throws. */
export function look<value>(task: () => value, otherwise: value): value {
  try {
    return task()
  } catch {
    return otherwise
  }
}
