import { KitError } from '../core/errors/KitError.ts'
import { sentenceOf } from '../core/errors/errors.ts'
import type { ErrorCode } from '../core/errors/errors.ts'

/** How a fake adapter answers: it approves, never answers, or fails with the error of this code. */
export type FakeAnswer = 'approve' | 'hang' | ErrorCode

/**
 * Resolves or rejects as the given answer says. With `hang`, it rejects when the signal fires.
 * @throws KitError of the code, or the signal's reason
 */
export async function answer(
  given: FakeAnswer = 'approve',
  signal?: AbortSignal,
  codePause = 30_000,
): Promise<void> {
  if (given === 'approve') return
  if (given !== 'hang')
    throw new KitError(
      given,
      sentenceOf(given) ?? given,
      given === 'emailCooldown' ? { retryAfter: codePause / 1_000 } : undefined,
    )
  await new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
}
