import type { FrameSettings } from '@latchkey/protocol/walletServer'
import { canDetectCover } from './canDetectCover.ts'

/**
 * Origins of the frame's own page and the pages around it, in browsers that report them.
 * HTML, `ancestorOrigins`
 */
export const ancestorsOf = (
  place: { ancestorOrigins?: ArrayLike<string> } | undefined = globalThis.location,
): readonly string[] => Array.from(place?.ancestorOrigins ?? [])

/**
 * Whether visitors of a site approve inside its page. They do only on the operator's own
 * sites, and only where the browser reports what covers the frame. A page around an own site
 * can cover it as well, so each ancestor has to be one of the operator's sites, too.
 */
export const approvesInPage = (
  { own }: Pick<FrameSettings, 'own'>,
  origin: string,
  ancestors = ancestorsOf(),
): boolean => [origin, ...ancestors].every((page) => own.includes(page)) && canDetectCover()
