import { Agent, request } from 'node:http'
import type { Device } from './device.ts'

/** An answer; `status` is `cut` when the connection ended first. */
export type Answer = { status: string; body: string }
/** A request of the frame. `proof` replaces the device's own proof. */
export type WalletRequest = {
  device: Device
  path: string
  params: unknown
  proof?: string
  signal?: AbortSignal
}

/** A client at a network address. */
export type Client = {
  send: (request: WalletRequest) => Promise<Answer>
  get: (path: string) => Promise<Answer>
  /** Presses the button of one of the service's pages. */
  post: (path: string, form: { token: string | undefined }) => Promise<Answer>
  close: () => void
}

/** Time limit of an answer, in milliseconds. */
const limit = 30_000

/** Makes a client. @param from one of this machine's addresses. @default 127.0.0.1 */
export function createClient(url: string, from?: string): Client {
  const agent = new Agent({ keepAlive: true, ...(from !== undefined && { localAddress: from }) })

  function send(
    method: string,
    path: string,
    {
      body,
      headers = {},
      signal,
    }: { body?: string; headers?: Record<string, string>; signal?: AbortSignal | undefined } = {},
  ): Promise<Answer> {
    return new Promise((resolve) => {
      const message = request(
        `${url}${path}`,
        { method, agent, timeout: limit, headers, ...(signal && { signal }) },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.once('close', () =>
            resolve({
              status: response.complete ? String(response.statusCode) : 'cut',
              body: Buffer.concat(parts).toString(),
            }),
          )
        },
      )
      message.once('timeout', () => message.destroy())
      message.once('error', () => resolve({ status: 'cut', body: '' }))
      message.end(body)
    })
  }

  return {
    get: (path) => send('GET', path),
    post: (path, { token = '' }) =>
      send('POST', path, {
        body: `token=${token}`,
        headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      }),
    send({ device, path, params, signal, proof }) {
      const body = JSON.stringify(params)
      return send('POST', path, {
        body,
        headers: {
          'content-type': 'application/json',
          dpop: proof ?? device.prove(`${url}${path.split('?')[0]}`, body),
        },
        signal,
      })
    },
    close: () => agent.destroy(),
  }
}
