import { answerText } from './answer.ts'
import type { Call } from './env.ts'

/** Seconds that a browser and a shared cache may store a picture, and use the old one while they load a new one. */
const kept = 'public, max-age=86400, stale-while-revalidate=604800'

/** Answers an SVG that can't run scripts, wherever it is opened. */
export function image(call: Call, svg: string): Response {
  return answerText(call, svg, {
    'content-type': 'image/svg+xml',
    'cache-control': kept,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
}
