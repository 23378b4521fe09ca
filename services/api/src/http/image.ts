import type { Picture } from '../icons/fetched/readPicture.ts'
import { answerBytes } from './answer.ts'
import type { Call } from './env.ts'

/**
 * Seconds that a browser and a shared cache may store a picture, and may use an old one while they
 * load a new one.
 */
const cacheControl = 'public, max-age=86400, stale-while-revalidate=604800'

/** The same for a monogram that a fetched picture may replace. */
const shortCacheControl = 'public, max-age=60'

/**
 * Answers an SVG, or another picture by its type, so that it cannot run scripts wherever it is
 * opened.
 * @param options.isFinal false where a fetched picture may replace it @default true
 */
export function image(
  call: Call,
  picture: string | Picture,
  { isFinal = true }: { isFinal?: boolean } = {},
): Response {
  const { type, bytes } =
    typeof picture === 'string' ? { type: 'image/svg+xml', bytes: Buffer.from(picture) } : picture
  call.get('share').hold(bytes.byteLength)
  return answerBytes(call, bytes, 200, {
    'content-type': type,
    'cache-control': isFinal ? cacheControl : shortCacheControl,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
}
