import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers'
import { setImmediate } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'
import { relayClose, type RelayErrorTag } from '@latchkey/protocol/relay'
import { limits } from '../limits.ts'
import { answerRequest, errorText } from '../rpc/answerRequest.ts'
import { costOf } from '../rpc/costOf.ts'
import type { Caller, InTurn } from '../rpc/method.ts'
import { type Frame, readFrame, type Request } from '../rpc/readFrame.ts'
import { GoneError } from '../rpc/tagOf.ts'
import { defect, type Service, storeFailed } from '../service.ts'
import { recount } from '../shares.ts'
import { Delivery } from './delivery.ts'
import { dismiss } from './dismiss.ts'
import { Outlet, type Owner } from './outlet.ts'

/** Bytes of the header of a client's small frame. Source: RFC 6455, section 5.2 */
const maskedHead = 6

/** The arguments of the event `message` of `ws`. */
type ReceivedData = [data: RawData, isBinary: boolean]

/**
 * Handles the socket of an admitted client, from its first frame on. When the socket has closed,
 * {@link Connection.end} is called.
 */
export class Connection implements Owner, InTurn {
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #service: Service
  readonly #caller: Caller
  readonly #outlet: Outlet
  readonly #delivery: Delivery
  readonly #opened: number
  #begun = false
  /** Whether reading the waiting messages has failed; then `tend` tries again. */
  #mustBegin = false
  #running = 0
  #requests = 0
  /**
   * Received bytes of a frame that is not complete. `#counted`: how many of them are counted for
   * the limit `underWay`.
   */
  #partial = 0
  #counted = 0
  #lastFrameAt: number
  #pingedAt: number
  #unanswered = 0
  /** Settles when the last request with a large answer is done. */
  #turn: Promise<unknown> | undefined
  #whenIdle: (() => void) | undefined
  /**
   * The number of frames in the last received piece of data. `#later`: frames that wait until other
   * sockets were served.
   */
  #inPiece = 0
  #later: ReceivedData[] | undefined
  /**
   * The timer of a pause in which the socket is not read, because the client is beyond its limit.
   */
  #resting: NodeJS.Timeout | undefined

  constructor(service: Service, socket: WebSocket, stream: Duplex, caller: Caller) {
    this.#socket = socket
    this.#stream = stream
    this.#service = service
    this.#caller = caller
    this.#outlet = new Outlet(service, stream, this)
    this.#delivery = new Delivery(service, caller.client, this.#outlet)
    this.#opened = this.#lastFrameAt = this.#pingedAt = service.now()
    socket.on('message', (data, isBinary) => this.#arrive(data, isBinary))
    // runs after the frames in this piece of data were handled
    stream.on('data', (part: Buffer) => this.#take(part.length + limits.piece))
    socket.on('pong', (data) => this.#noteFrame(data.length))
    socket.on('error', () => {}) // the socket closes after an error, and `close` is handled
  }

  get address(): string {
    return this.#caller.address
  }

  whenFull(): void {
    this.#socket.pause()
  }

  whenRoom(): void {
    this.#readOn()
  }

  whenTooMuch(): void {
    this.#cut('underWay')
  }

  /**
   * Sends due pings and repeats due pushes. Disconnects a client that does not read, or does not
   * answer pings.
   */
  tend(): void {
    const now = this.#service.now()
    const { heartbeat, slow } = this.#service.options
    if (this.#outlet.waitedSince(now) >= slow) return this.#cut('slow')
    if (this.#mustBegin) this.#follow(this.#begin())
    else if (this.#delivery.isWaiting) this.#follow(this.#delivery.repeat())
    if (
      now - Math.min(this.#outlet.sentAt, this.#lastFrameAt) < heartbeat ||
      now - this.#pingedAt < heartbeat
    )
      return
    if (this.#unanswered >= limits.missedPings) {
      this.#service.log('info', 'terminated', { reason: 'no pong' })
      return this.#socket.terminate()
    }
    this.#unanswered += 1
    this.#pingedAt = this.#outlet.sentAt = now
    this.#socket.ping()
  }

  /** Stops reading, waits for the answers to running requests, and closes the socket. */
  async drain(): Promise<void> {
    this.#socket.pause()
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve))
    this.#socket.resume()
    this.#socket.close(relayClose.restart, 'Service restart')
  }

  /** Handles a frame. A defect of the relay ends only this connection, not the process. */
  #receive(data: RawData, isBinary: boolean): void {
    try {
      this.#read(data, isBinary)
    } catch (error) {
      this.#fail(error)
    }
  }

  #follow(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#fail(error))
  }

  #fail(error: unknown): void {
    defect(this.#service, error)
    this.#socket.terminate()
  }

  #cut(reason: 'slow' | 'underWay'): void {
    this.#service.metrics.refused(reason).add()
    this.#service.log('warn', 'terminated', {
      reason: reason === 'slow' ? 'does not read' : 'too much under way',
    })
    this.#socket.terminate()
  }

  /**
   * Notes that the client has sent a frame.
   * @param control bytes of a control frame; they are subtracted, because they do not belong to the
   *   incomplete frame
   */
  #noteFrame(control?: number): void {
    this.#lastFrameAt = this.#service.now()
    this.#unanswered = 0
    if (control !== undefined)
      this.#partial = Math.max(0, this.#partial - control - maskedHead - limits.piece)
  }

  /**
   * Handles at most a few frames at once, because one piece of data may contain a thousand. The
   * next frames are handled after other sockets were served.
   */
  #arrive(data: RawData, isBinary: boolean): void {
    this.#inPiece += 1
    if (!this.#later && this.#inPiece <= limits.atOnce) return this.#receive(data, isBinary)
    if (this.#later) return void this.#later.push([data, isBinary])
    this.#later = [[data, isBinary]]
    this.#socket.pause()
    nextTurn(() => this.#goOn())
  }

  #goOn(): void {
    for (const [data, isBinary] of this.#later?.splice(0, limits.atOnce) ?? [])
      this.#receive(data, isBinary)
    if (this.#later?.length) return void nextTurn(() => this.#goOn())
    this.#later = undefined
    this.#readOn()
  }

  /** Counts received bytes of a frame that is not complete. */
  #take(bytes: number): void {
    this.#inPiece = 0
    this.#partial += bytes
    if (this.#partial - this.#counted >= limits.underWay) this.#count(this.#partial)
  }

  #count(bytes: number): void {
    const before = this.#counted
    this.#counted = bytes
    if (recount(this.#service.shares.underWay, this.#caller.address, before, bytes))
      this.#cut('underWay')
  }

  #read(data: RawData, isBinary: boolean): void {
    this.#noteFrame()
    this.#partial = 0
    if (this.#counted > 0) this.#count(0)
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#resting || this.#owes(data)) return this.#overlook(data)
    if (isBinary || !Buffer.isBuffer(data)) return this.#refuse('0', 'Serialization')
    const frame = readFrame(data.toString())
    if (!this.#mayAsk(frame, data.length)) return
    if (frame.kind === 'acknowledgement') return this.#acknowledge(frame.id)
    if (frame.kind === 'flaw') return this.#refuse(frame.id, frame.tag)
    if (data.length > limits.frame.answered) return this.#refuse(frame.id, 'PayloadSizeExceeded')
    this.#follow(this.#answer(frame, data.length))
  }

  #acknowledge(id: number): void {
    this.#delivery.acknowledge(id)?.catch((error: unknown) => storeFailed(this.#service, error))
  }

  #refuse(id: string, tag: RelayErrorTag): void {
    this.#service.metrics.request('none', tag).add()
    this.#outlet.send(errorText(id, tag))
  }

  #mayAsk(frame: Frame, bytes: number): boolean {
    const { outcome, wait } = this.#service.shares.spend(
      this.#caller,
      costOf(frame, bytes, (id) => this.#delivery.isPushed(id)),
      bytes,
    )
    if (outcome === 'allowed') return true
    this.#service.metrics.refused('requests').add()
    if (outcome === 'tooMuch') {
      this.#dismiss()
      return false
    }
    if (frame.kind !== 'acknowledgement') this.#refuse(frame.id, 'TooManyRequests')
    this.#rest(Math.min(wait, limits.rest))
    return false
  }

  /** Counts a frame that had arrived before the reading was paused, and ignores its content. */
  #overlook(data: RawData): void {
    this.#service.metrics.refused('requests').add()
    const bytes = Buffer.isBuffer(data) ? data.length : 0
    const { outcome, wait } = this.#service.shares.spend(this.#caller, 1, bytes)
    if (outcome === 'tooMuch') this.#dismiss()
    else this.#rest(Math.min(wait, limits.rest))
  }

  /** Whether a frame is not parsed, because it is large and its client is beyond its limit. */
  #owes(data: RawData): boolean {
    return (
      Buffer.isBuffer(data) &&
      data.length >= limits.overlooked &&
      this.#service.shares.debt(this.#caller) > 0
    )
  }

  #dismiss(): void {
    this.#service.log('warn', 'closed', { reason: 'too many requests' })
    dismiss(this.#socket, this.#stream, relayClose.tooMuch, 'Too many requests')
  }

  /** Pauses reading for a while, so that a client beyond its limit costs as little as possible. */
  #rest(milliseconds: number): void {
    if (this.#resting) return
    this.#socket.pause()
    this.#resting = setTimeout(() => {
      this.#resting = undefined
      this.#readOn()
    }, milliseconds)
  }

  async #answer(request: Request, bytes: number): Promise<void> {
    const large = bytes >= limits.underWay ? bytes : 0
    if (large > 0 && this.#service.shares.underWay.add(this.#caller.address, large) !== 'within')
      this.#cut('underWay')
    this.#requests += 1
    this.#running += 1
    if (this.#running >= limits.running) this.#socket.pause()
    const opened: string[] = []
    try {
      const { client, address, accepts } = this.#caller
      this.#outlet.send(
        await answerRequest(request, {
          service: this.#service,
          client,
          address,
          accepts,
          request: request.name,
          delivery: this.#delivery,
          opened,
          turns: this,
        }),
      )
    } finally {
      if (large > 0) this.#service.shares.underWay.give(this.#caller.address, large)
      this.#delivery.open(opened)
      this.#running -= 1
      if (this.#running === 0) this.#whenIdle?.()
      this.#readOn()
    }
    if (!this.#begun) await this.#begin()
  }

  inTurn<result>(work: () => Promise<result>): Promise<result> {
    const done = this.#after(this.#turn, work)
    this.#turn = done.catch(() => {}) // the caller handles the error
    return done
  }

  async #after<result>(
    before: Promise<unknown> | undefined,
    work: () => Promise<result>,
  ): Promise<result> {
    await before
    await this.#outlet.empty()
    await setImmediate() // lets other sockets be served between two large answers
    if (this.#outlet.isClosed) throw new GoneError()
    return work()
  }

  /** Resumes reading, if few enough requests run and few enough bytes wait. */
  #readOn(): void {
    if (
      !this.#whenIdle &&
      !this.#resting &&
      !this.#later &&
      this.#socket.isPaused &&
      this.#running <= limits.running / 2 &&
      !this.#outlet.isFull
    )
      this.#socket.resume()
  }

  /**
   * Runs after the first answer. Starts to listen for new messages, and pushes the waiting messages
   * of all topics to which this client is subscribed. If the store fails, `tend` tries again.
   */
  async #begin(): Promise<void> {
    this.#begun = true
    this.#mustBegin = false
    try {
      await this.#delivery.start()
      await this.#delivery.catchUp()
    } catch (error) {
      this.#begun = false
      this.#mustBegin = true
      storeFailed(this.#service, error)
    }
  }

  /** Frees everything that the connection has used. */
  end(): void {
    clearTimeout(this.#resting)
    this.#later = undefined
    this.#count(0)
    this.#outlet.close()
    this.#delivery.close()
    this.#service.metrics.sockets.add(-1)
    this.#service.log('info', 'left', {
      seconds: Math.round((this.#service.now() - this.#opened) / 1_000),
      requests: this.#requests,
    })
  }
}
