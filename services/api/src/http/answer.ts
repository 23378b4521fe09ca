import type { Call } from './env.ts'

type Headers = Record<string, string>

/** Answers JSON. Its bytes count as under way until the client has taken them. @throws ApiError 429 or 503 where there is no room for them */
export function answerJson(call: Call, value: unknown, headers: Headers = {}): Response {
  return answerText(call, JSON.stringify(value), { ...headers, 'content-type': 'application/json' })
}

/** Answers a text, in the same way. */
export function answerText(call: Call, text: string, headers: Headers): Response {
  const body = Buffer.from(text)
  call.get('share').hold(body.byteLength)
  return call.body(body, 200, headers)
}
