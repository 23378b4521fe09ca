import type { Call } from './env.ts'

type Headers = Record<string, string>

/**
 * Answers with JSON. Its bytes count as pending until the client has received them.
 * @throws ApiError 429 or 503 when the pending bytes exceed the limit
 */
export function answerJson(call: Call, value: unknown, headers: Headers = {}): Response {
  return answerText(call, JSON.stringify(value), { ...headers, 'content-type': 'application/json' })
}

/** Answers with a text. Its bytes count like those of `answerJson`. */
export function answerText(call: Call, text: string, headers: Headers): Response {
  const bytes = Buffer.from(text)
  call.get('share').hold(bytes.byteLength)
  return answerBytes(call, bytes, 200, headers)
}

/** Number of bytes in one write. */
const piece = 64 * 1024

/**
 * Answers with bytes that the caller has already counted as pending. A large body is written in
 * pieces, because one large write would be copied for each client.
 */
export function answerBytes(
  call: Call,
  bytes: Buffer<ArrayBuffer>,
  status: 200 | 400 | 404,
  headers: Headers,
): Response {
  if (bytes.byteLength <= piece) return call.body(bytes, status, headers)
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(sent, (sent += piece)))
        if (sent >= bytes.byteLength) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return call.body(body, status, { ...headers, 'content-length': String(bytes.byteLength) })
}
