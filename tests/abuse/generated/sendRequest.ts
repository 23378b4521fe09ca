import { request } from 'node:http'
import { attackerAddress, type Target } from '../target.ts'

/** Sends one request from the attacker's address; status 0 when the connection was cut. */
export function sendRequest(
  { host, port }: Pick<Target, 'host' | 'port'>,
  {
    method,
    path,
    body,
    headers = {},
  }: { method: string; path: string; body?: string | undefined; headers?: Record<string, string> },
): Promise<{ status: number; text: string; headers: Readonly<Record<string, unknown>> }> {
  return new Promise((resolve) => {
    const resolveEmpty = () => resolve({ status: 0, text: '', headers: {} })
    const message = request(
      {
        host,
        port,
        method,
        path,
        localAddress: attackerAddress,
        timeout: 10_000,
        headers: {
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
            headers: response.headers,
          }),
        )
        response.once('error', resolveEmpty)
      },
    )
    message.once('timeout', () => message.destroy())
    message.once('error', resolveEmpty)
    message.end(body)
  })
}
