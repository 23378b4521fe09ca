import type { Duplex } from 'node:stream'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { recount } from '../shares.ts'
import { textFrame } from './textFrame.ts'

/** The connection as its outlet sees it. */
export type Owner = {
  /** Whose bytes wait. */
  readonly address: string
  /** Nothing more may wait. */
  whenFull(): void
  /** Everything has left. */
  whenRoom(): void
  /** More waits for this address, or for all, than may. */
  whenTooMuch(): void
}

const nothing = Buffer.alloc(0)

/**
 * What goes out of one socket, a whole frame at a time. Of what is written so many bytes wait at most (`limits.backlog`), or one frame that
 * alone has more. It knows how much waits and since when.
 */
export class Outlet {
  readonly #service: Service
  readonly #stream: Duplex
  readonly #owner: Owner
  /** Answers that did not fit, and their bytes. */
  #queue: Buffer[] | undefined
  #queued = 0
  /** A frame did not fit: nothing more is taken until everything has left. */
  #isBlocked = false
  /** Bytes that wait and are counted. */
  #counted = 0
  #waiting: number | undefined
  #whenRoom: (() => void)[] | undefined
  #closed = false
  sentAt: number

  constructor(service: Service, stream: Duplex, owner: Owner) {
    this.#service = service
    this.#stream = stream
    this.#owner = owner
    this.sentAt = service.now()
  }

  /** Whether nothing more may wait. */
  get isFull(): boolean {
    return this.#isBlocked || this.#stream.writableLength >= limits.backlog
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Sends an answer, now or when it fits. */
  send(text: string): void {
    if (this.#isGone) return
    const frame = textFrame(text)
    if (!this.#isBlocked && this.#fits(frame.length)) return this.#write(frame)
    this.#queue ??= []
    this.#queue.push(frame)
    this.#queued += frame.length
    this.#block()
  }

  /** Sends what is kept elsewhere if it fits. Says whether it did; when not, there is {@link room} for it later. */
  offer(text: string): boolean {
    if (this.#isGone) return true
    // of a text that cannot fit the frame is not even made
    const frame = this.#isBlocked || !this.#fits(text.length) ? undefined : textFrame(text)
    const fits = frame !== undefined && this.#fits(frame.length)
    if (fits) this.#write(frame)
    else this.#block()
    return fits
  }

  /** Resolves when what was sent has left, or will never. */
  async room(): Promise<void> {
    if (this.#closed || !this.isFull) return
    await this.#left()
  }

  /** Resolves when nothing waits, or nothing ever leaves again. */
  async empty(): Promise<void> {
    if (this.#closed || this.#stream.writableLength === 0) return
    this.#listen()
    await this.#left()
  }

  /** Milliseconds that something has been waiting without everything having left in between. */
  waitedSince(now: number): number {
    return this.#waiting === undefined ? 0 : now - this.#waiting
  }

  close(): void {
    this.#closed = true
    this.#queue = undefined
    this.#drained()
  }

  get #isGone(): boolean {
    return this.#closed || !this.#stream.writable
  }

  /** Whether so many bytes fit to what waits. */
  #fits(bytes: number): boolean {
    const { writableLength } = this.#stream
    return writableLength === 0 || writableLength + bytes <= limits.backlog
  }

  #write(frame: Buffer): void {
    this.sentAt = this.#service.now()
    if (this.#stream.write(frame)) return
    this.#listen()
    this.#recount()
    if (this.isFull) this.#owner.whenFull()
  }

  #block(): void {
    this.#isBlocked = true
    this.#listen()
    this.#recount()
    this.#owner.whenFull()
  }

  /** Hears when everything has left. */
  #listen(): void {
    if (this.#waiting !== undefined) return
    this.#waiting = this.#service.now()
    if (this.#stream.writableNeedDrain) this.#stream.once('drain', () => this.#drained())
    else this.#stream.write(nothing, () => this.#drained()) // so little waits that the stream would not tell
  }

  #left(): Promise<void> {
    return new Promise((resolve) => (this.#whenRoom ??= []).push(resolve))
  }

  #drained(): void {
    this.#waiting = undefined
    this.#isBlocked = false
    this.#count(0)
    while (!this.#isBlocked && this.#queue) this.#writeNext(this.#queue)
    if (this.#isBlocked) return
    if (!this.#isGone && this.#stream.writableLength > 0) {
      this.#listen() // more came while the stream was emptied
      this.#recount()
    }
    const whenRoom = this.#whenRoom
    this.#whenRoom = undefined
    whenRoom?.forEach((resolve) => resolve())
    if (!this.#closed) this.#owner.whenRoom()
  }

  #writeNext(queue: Buffer[]): void {
    const [frame] = queue
    if (!frame || this.#isGone) {
      this.#queue = undefined
      this.#queued = 0
    } else if (this.#fits(frame.length)) {
      queue.shift()
      this.#queued -= frame.length
      this.#write(frame)
    } else this.#block()
  }

  #recount(): void {
    const bytes = this.#stream.writableLength + this.#queued
    if (bytes - this.#counted >= limits.underWay) this.#count(bytes)
  }

  #count(bytes: number): void {
    const before = this.#counted
    this.#counted = bytes
    if (recount(this.#service.shares.underWay, this.#owner.address, before, bytes)) this.#owner.whenTooMuch()
  }
}
