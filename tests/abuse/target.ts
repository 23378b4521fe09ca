import { connect, type Socket } from 'node:net'

/** The service under attack, as the attacker sees it, and the attacker's limits. */
export type Target = {
  /** `http://127.0.0.1:…`, or `ws://` of a relay. */
  url: string
  host: string
  port: number
  /** The process of the service, and the folder's path for that process. */
  pid: number
  folder: string
  seed: number
  quick: boolean
  /** Aborts when the attack has to end. */
  signal: AbortSignal
  /**
   * A connection from the attacker's address, or from another local address. It ends with the
   * attack.
   */
  connect: (localAddress?: string) => Promise<Socket>
  /** Calls the function when the attack ends. */
  track: (end: () => void) => void
}

/** The local address of every attacker; bystanders have another. */
export const attackerAddress = '127.0.0.2'

/** The part of the target that is sent to the attacker. */
export type Order = Pick<Target, 'url' | 'pid' | 'folder' | 'seed' | 'quick'> & { seconds: number }

/** Makes the target, and the function that ends all its connections. */
export function createTarget({ seconds, ...order }: Order): { target: Target; leave: () => void } {
  const ends = new Set<() => void>()
  const over = AbortSignal.timeout(seconds * 1_000)
  const { hostname: host, port: digits } = new URL(order.url)
  const port = Number(digits)
  const track = (end: () => void) => void ends.add(end)
  const target: Target = {
    ...order,
    host,
    port,
    signal: over,
    track,
    connect: (localAddress = attackerAddress) =>
      new Promise((resolve, reject) => {
        const socket = connect({ host, port, localAddress })
        const end = () => socket.destroy()
        ends.add(end)
        socket.once('close', () => ends.delete(end))
        socket.once('connect', () => {
          socket.off('error', reject)
          socket.on('error', () => {}) // an attacker's connection may be cut
          resolve(socket)
        })
        socket.once('error', reject)
      }),
  }
  return { target, leave: () => ends.forEach((end) => end()) }
}
