import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { relayClose, type RelayErrorTag } from '@latchkey/protocol/relay'
import type { Accepts } from '../auth/admit.ts'
import { limits } from '../limits.ts'
import { answerRequest, errorText } from '../rpc/answerRequest.ts'
import { costOf } from '../rpc/costOf.ts'
import { type Frame, readFrame, type Request } from '../rpc/readFrame.ts'
import { type Service, storeFailed } from '../service.ts'
import type { ClientId } from '../store/mailboxStore.ts'
import { Bucket } from '@latchkey/server/bucket'
import { Delivery, type Outlet } from './delivery.ts'
import { textFrame } from './textFrame.ts'

/** Who is on a socket, and whose tokens it may bring. */
export type Guest = { client: ClientId; accepts: Accepts }

/** One socket of an admitted client, from its first frame to its end. */
export class Connection implements Outlet {
  readonly #socket: WebSocket
  /** Where the socket itself writes, a whole frame at a time. */
  readonly #stream: Duplex
  readonly #service: Service
  readonly #guest: Guest
  readonly #delivery: Delivery
  readonly #bucket: Bucket | undefined
  readonly #opened: number
  #begun = false
  #running = 0
  #requests = 0
  #sentAt: number
  #heardAt: number
  #pingedAt: number
  #unanswered = 0
  #whenIdle: (() => void) | undefined

  constructor(service: Service, socket: WebSocket, stream: Duplex, guest: Guest) {
    const { rateLimit } = service.options
    this.#socket = socket
    this.#stream = stream
    this.#service = service
    this.#guest = guest
    this.#delivery = new Delivery(service, guest.client, this)
    this.#opened = this.#sentAt = this.#heardAt = this.#pingedAt = service.now()
    this.#bucket = rateLimit ? new Bucket(rateLimit, this.#opened) : undefined
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => this.#hear())
    socket.on('error', () => {}) // what breaks a socket also closes it
    socket.once('close', () => this.#end())
  }

  send(text: string): void {
    this.#sentAt = this.#service.now()
    if (this.#socket.readyState === this.#socket.OPEN) this.#stream.write(textFrame(text))
  }

  backlog(): Promise<void> | undefined {
    if (this.#socket.bufferedAmount <= limits.backlog) return undefined
    // an empty ping waits in the same line, and its callback is called even when the socket dies
    return new Promise((resolve) => this.#socket.ping(undefined, undefined, () => resolve()))
  }

  /** What has to be done now and then: pings, repetitions. */
  tend(): void {
    const now = this.#service.now()
    const { heartbeat } = this.#service.options
    void this.#delivery.repeat()
    if (now - Math.min(this.#sentAt, this.#heardAt) < heartbeat || now - this.#pingedAt < heartbeat) return
    if (this.#unanswered >= limits.missedPings) {
      this.#service.log('info', 'terminated', { reason: 'no pong' })
      return this.#socket.terminate()
    }
    this.#unanswered += 1
    this.#pingedAt = this.#sentAt = now
    this.#socket.ping()
  }

  /** Answers what runs, reads nothing more, and says farewell. */
  async drain(): Promise<void> {
    this.#socket.pause()
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve))
    this.#socket.resume()
    this.#socket.close(relayClose.restart, 'Service restart')
  }

  #hear(): void {
    this.#heardAt = this.#service.now()
    this.#unanswered = 0
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#hear()
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (isBinary || !Buffer.isBuffer(data)) return this.#refuse('0', 'Serialization')
    const frame = readFrame(data.toString())
    if (!this.#mayAsk(frame, data.length)) return
    if (frame.kind === 'acknowledgement') return void this.#delivery.acknowledge(frame.id).catch((error: unknown) => storeFailed(this.#service, error))
    if (frame.kind === 'flaw') return this.#refuse(frame.id, frame.tag)
    if (data.length > limits.frame.answered) return this.#refuse(frame.id, 'PayloadSizeExceeded')
    void this.#answer(frame)
  }

  #refuse(id: string, tag: RelayErrorTag): void {
    this.#service.metrics.request('none', tag).add()
    this.send(errorText(id, tag))
  }

  #mayAsk(frame: Frame, bytes: number): boolean {
    const { rateLimit } = this.#service.options
    if (!rateLimit || !this.#bucket) return true
    const { allowed, over } = this.#bucket.take(costOf(frame, bytes), this.#service.now())
    if (allowed) return true
    if (over >= rateLimit.max) {
      this.#service.log('warn', 'closed', { reason: 'too many requests' })
      this.#socket.close(relayClose.tooMuch, 'Too many requests')
    } else if (frame.kind !== 'acknowledgement') this.#refuse(frame.id, 'TooManyRequests')
    return false
  }

  async #answer(request: Request): Promise<void> {
    this.#requests += 1
    this.#running += 1
    if (this.#running >= limits.running) this.#socket.pause()
    const opened: string[] = []
    this.send(await answerRequest(request, { service: this.#service, ...this.#guest, request: request.name, delivery: this.#delivery, opened }))
    this.#delivery.open(opened)
    this.#running -= 1
    if (this.#running === 0) this.#whenIdle?.()
    if (!this.#whenIdle && this.#socket.isPaused && this.#running <= limits.running / 2) this.#socket.resume()
    if (!this.#begun) await this.#begin()
  }

  /** After the first answer: what waits on topics to which this client subscribed on an earlier socket. */
  async #begin(): Promise<void> {
    this.#begun = true
    try {
      await this.#delivery.start()
      await this.#delivery.catchUp()
    } catch (error) {
      this.#begun = false
      storeFailed(this.#service, error)
    }
  }

  #end(): void {
    this.#delivery.close()
    this.#service.metrics.sockets.add(-1)
    this.#service.log('info', 'left', { seconds: Math.round((this.#service.now() - this.#opened) / 1_000), requests: this.#requests })
  }
}
