import type { FrameSettings } from '@latchkey/protocol/walletServer'
import { canDetectCover } from './canDetectCover.ts'

/**
 * The origins of the pages around the frame; empty in a browser that does not report them. HTML,
 * `ancestorOrigins`
 */
export const ancestorsOf = (
  place: { ancestorOrigins?: ArrayLike<string> } | undefined = globalThis.location,
): readonly string[] => Array.from(place?.ancestorOrigins ?? [])

/**
 * Whether visitors of a site approve inside its page. They do so only on the operator's own sites,
 * and only where the browser reports what covers the frame. A foreign page that embeds an own site
 * could cover the frame as well, so each page around the frame has to be one of the operator's
 * sites, too.
 */
export const approvesInPage = (
  { own }: Pick<FrameSettings, 'own'>,
  origin: string,
  ancestors = ancestorsOf(),
): boolean => [origin, ...ancestors].every((page) => own.includes(page)) && canDetectCover()
