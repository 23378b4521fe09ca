import { causesIn, codeOf } from '@latchkey/server/causesOf'
import { TimeLimitError, withLimit } from '@latchkey/server/waiting'
import type { PartName } from '../server/startParts.ts'

/**
 * The result of a probe. `advice` says how to correct the problem. Neither `said` nor `advice`
 * contains a secret or a person's address.
 */
export type Finding = { state: 'ok' | 'warning' | 'failed'; said: string; advice?: string }

/** A check of something that the program needs. */
export type Probe = {
  part: PartName | 'serve'
  name: string
  run: (signal: AbortSignal) => Promise<Finding>
}

/** A probe with its result. */
export type Found = Finding & Pick<Probe, 'part' | 'name'>

/** Milliseconds for one probe. */
const limit = 10_000
/** Maximum of probes that run concurrently. */
const together = 8

/**
 * Runs probes, and returns the results in their order. A probe that throws or takes too long has
 * failed.
 */
export async function runProbes(
  probes: readonly Probe[],
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const found: Found[] = []
  const queue = [...probes.entries()]
  async function work(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, { part, name, run }] = next
      const finding = await withLimit(limit, signal, (over) =>
        Promise.race([run(over), aborted(over)]),
      ).catch((error: unknown): Finding => ({ state: 'failed', said: reasonOf(error) }))
      found[index] = { part, name, ...finding }
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  return found
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
}

/** What system error codes mean. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name cannot be looked up now',
  ETIMEDOUT: 'no answer in time',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'the machine cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  EACCES: 'this process may not',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'it does not exist',
  EAUTH: 'user or password are refused',
  EENVELOPE: 'the address is refused',
  ESOCKET: 'the connection failed',
  EDNS: 'the name is unknown',
  '28P01': 'user or password are refused',
  '28000': 'user or password are refused',
  '3D000': 'the database does not exist',
  '42501': 'the user may not create tables there',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is signed by itself',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate cannot be checked',
}

/**
 * The reason of a failure in words. It comes from the innermost known error code, never from an
 * error's message, which may contain a secret.
 */
export function reasonOf(error: unknown): string {
  const codes = [...causesIn(error)]
    .flatMap((cause) => [cause, ...(cause instanceof AggregateError ? cause.errors : [])])
    .map(codeOf)
    .filter((code) => code !== undefined)
  const known = codes.findLast((code) => words[code] !== undefined)
  if (known !== undefined) return `${words[known]} (${known})`
  if ([...causesIn(error)].some((cause) => cause instanceof TimeLimitError))
    return 'no answer in time'
  return codes.at(-1) ?? (error instanceof Error ? error.name : 'it failed')
}
