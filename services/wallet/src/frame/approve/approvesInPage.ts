import type { FrameSettings } from '@latchkey/protocol/walletServer'
import { canDetectCover } from './canDetectCover.ts'

/**
 * Origins of the pages around the frame, its own page among them, where the browser tells them.
 * HTML, `ancestorOrigins`
 */
export const ancestorsOf = (
  place: { ancestorOrigins?: ArrayLike<string> } | undefined = globalThis.location,
): readonly string[] => Array.from(place?.ancestorOrigins ?? [])

/**
 * Whether visitors of a site approve in its page: on the operator's own sites alone, where the
 * browser tells what lies over the frame. A page around an own site can cover it as well, so each
 * of them has to be the operator's own, too.
 */
export const approvesInPage = (
  { own }: Pick<FrameSettings, 'own'>,
  origin: string,
  ancestors = ancestorsOf(),
): boolean => [origin, ...ancestors].every((page) => own.includes(page)) && canDetectCover()
