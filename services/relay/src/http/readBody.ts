import type { IncomingMessage } from 'node:http'

/** The body as text; undefined when it has more bytes. */
export async function readBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    const bytes = Buffer.from(part)
    size += bytes.length
    if (size <= most) parts.push(bytes)
    else if (size > 2 * most) return undefined
  }
  return size > most ? undefined : Buffer.concat(parts).toString()
}
