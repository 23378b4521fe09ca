import type { Picture } from '../icons/fetched/readPicture.ts'
import { answerBytes } from './answer.ts'
import type { Call } from './env.ts'

/**
 * Browsers and shared caches may store a picture for a day. For a week they may use the old picture
 * while they load the new one.
 */
const cacheControl = 'public, max-age=86400, stale-while-revalidate=604800'

/** For a monogram that a fetched picture may soon replace: a minute. */
const shortCacheControl = 'public, max-age=60'

/**
 * Answers with an SVG, or with a picture of another type. Because of the headers no script in it
 * runs, wherever it is opened.
 * @param options.isFinal false if a fetched picture may soon replace it @default true
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
