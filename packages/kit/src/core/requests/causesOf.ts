/** The parts of an error that the kit reads. An untrusted error may have any type in them. */
export type Cause = {
  code?: unknown
  status?: unknown
  name?: unknown
  message?: unknown
  shortMessage?: unknown
}

/** The maximal number of errors that are read from one error. Further ones are ignored. */
const maxCauses = 20
/** The maximal length of a text that is parsed as JSON, in characters. */
const maxText = 10_000

/**
 * An error and all errors inside it, outermost first. Wallets and libraries store the original
 * error in `cause`, `error`, `originalError`, `info` or `data`, in one of those inside `data`, or
 * as JSON in `message` or `body`. A text counts as an error with that message. An error that throws
 * when it is read is left out.
 */
export function causesOf(error: unknown): readonly Cause[] {
  const causes: Cause[] = []
  const seen = new Set<unknown>()
  let level = [error]
  while (level.length > 0 && causes.length < maxCauses) {
    const next: unknown[] = []
    for (const cause of level) {
      const read = seen.has(cause) || causes.length >= maxCauses ? undefined : partsOf(cause)
      seen.add(cause)
      if (!read) continue
      causes.push(read.cause)
      next.push(...read.inside)
    }
    level = next
  }
  return causes
}

function partsOf(error: unknown): { cause: Cause; inside: readonly unknown[] } | undefined {
  if (typeof error === 'string') return { cause: { message: error }, inside: [fromJson(error)] }
  if (typeof error !== 'object' || error === null) return undefined
  try {
    // any object may be destructured: missing parts are undefined
    const {
      code,
      status,
      name,
      message,
      shortMessage,
      cause,
      data,
      error: own,
      originalError,
      info,
      body,
    } = error as Cause & Record<string, unknown>
    return {
      cause: { code, status, name, message, shortMessage },
      inside: [
        objectOf(data),
        objectOf(info),
        originalError,
        own,
        cause,
        fromJson(body),
        fromJson(message),
      ],
    }
  } catch {
    return undefined // the error throws when it is read, so only the other errors are used
  }
}

/**
 * The value, or the JSON in it. Any other text in `data` or `info` is a revert's bytes or a remark,
 * so it does not count as an error.
 */
const objectOf = (value: unknown) => (typeof value === 'string' ? fromJson(value) : value)

function fromJson(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > maxText || !/^\s*\{/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a text that only looks like JSON
  }
}

/** The code of an error. A number in a text ("4902", "-32603") becomes a number. */
export function codeOf({ code }: Cause): unknown {
  return typeof code === 'string' && /^-?\d{1,6}$/.test(code.trim()) ? Number(code) : code
}
