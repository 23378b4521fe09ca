import { connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** What the server sends by itself. */
export type ElectrumNotice = { method: string; params: unknown[] }

/** A client of the Electrum protocol. */
export type ElectrumClient = {
  /** Calls a method. @returns the result @throws Error with the message of the server */
  call(method: string, ...params: unknown[]): Promise<unknown>
  /** Sends a line as it is. @returns the next answer */
  send(line: string): Promise<unknown>
  notices: ElectrumNotice[]
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>
}

/** Connects to an Electrum server, until the test ends. */
export function connectElectrum(url: string): ElectrumClient {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  const waiting: ((answer: unknown) => void)[] = []
  const notices: ElectrumNotice[] = []
  let rest = ''
  socket.on('data', (data: string) => {
    const lines = (rest + data).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = JSON.parse(line)
      if (message.method === undefined) waiting.shift()?.(message)
      else notices.push(message)
    }
  })
  socket.on('error', () => {})
  const send = (line: string) =>
    new Promise<unknown>((resolve) => {
      waiting.push(resolve)
      socket.write(`${line}\n`)
    })
  return {
    notices,
    send,
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    async call(method, ...params) {
      const answer = (await send(JSON.stringify({ id: 1, method, params }))) as {
        result?: unknown
        error?: { message: string }
      }
      if (answer.error) throw new Error(answer.error.message)
      return answer.result
    },
  }
}
