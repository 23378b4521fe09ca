import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { wait } from '@latchkey/server/waiting'
import { createStopwatch, type Bystander } from '../bystander.ts'
import { hello, publication } from './stranger.ts'

/**
 * Starts a bystander of two clients: one publishes every 50 ms, the other receives. It is the
 * relay's bystander without acknowledgements, which NATS lacks.
 */
export async function startNatsBystander({
  url,
  pid,
}: {
  url: string
  pid: number
}): Promise<Bystander> {
  const { port } = new URL(url)
  const stopwatch = createStopwatch(pid)
  const open = async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    await once(socket, 'connect')
    return hello(socket)
  }
  const [site, wallet] = await Promise.all([open(), open()])
  const running = new Map<string, () => void>()
  let sent = 0
  wallet.write('SUB bystander 1\r\n')
  createInterface(wallet).on('line', (line) => {
    if (line.startsWith('PING')) wallet.write('PONG\r\n')
    const id = line.split(' ')[0] ?? ''
    running.get(id)?.()
    running.delete(id)
  })
  createInterface(site).on('line', (line) => line.startsWith('PING') && site.write('PONG\r\n'))
  const beat = setInterval(() => {
    const id = `m${(sent += 1)}`
    running.set(id, stopwatch.start())
    site.write(publication('bystander', `${id} `.padEnd(560, 'x')))
  }, 50)
  return {
    ...stopwatch,
    async end() {
      clearInterval(beat)
      await wait(200)
      site.destroy()
      wallet.destroy()
      return { answered: sent, lost: running.size }
    },
  }
}
