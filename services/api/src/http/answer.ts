import type { Call } from './env.ts'

type Headers = Record<string, string>

/**
 * Answers JSON. Its bytes count as pending until the client has received them.
 * @throws ApiError 429 or 503 when they exceed the limit of pending bytes
 */
export function answerJson(call: Call, value: unknown, headers: Headers = {}): Response {
  return answerText(call, JSON.stringify(value), { ...headers, 'content-type': 'application/json' })
}

/** Answers a text, with the same count. */
export function answerText(call: Call, text: string, headers: Headers): Response {
  const bytes = Buffer.from(text)
  call.get('share').hold(bytes.byteLength)
  return answerBytes(call, bytes, 200, headers)
}

/** Bytes per write. */
const piece = 64 * 1024

/**
 * Answers with bytes that were counted on arrival. Large bodies are written in pieces, because a
 * body in one piece would be copied for its client.
 */
export function answerBytes(
  call: Call,
  bytes: Buffer<ArrayBuffer>,
  status: 200 | 400,
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
