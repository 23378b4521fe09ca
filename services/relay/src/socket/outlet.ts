import type { Duplex } from 'node:stream'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { recount } from '../shares.ts'
import { textFrame } from './textFrame.ts'

/** The owner of an outlet. */
export type Owner = {
  /** The address for which waiting bytes count. */
  readonly address: string
  /** Called when nothing more may wait. */
  whenFull(): void
  /** Called when everything has left. */
  whenRoom(): void
  /** Called when too many bytes wait for this address, or for all. */
  whenTooMuch(): void
}

const nothing = Buffer.alloc(0)

/**
 * Sends the frames of one socket, each as a whole. At most `limits.backlog` written bytes wait,
 * unless one frame alone has more. It knows how much waits and since when.
 */
export class Outlet {
  readonly #service: Service
  readonly #stream: Duplex
  readonly #owner: Owner
  /** Answers that did not fit; the next field is the number of their bytes. */
  #queue: Buffer[] | undefined
  #queued = 0
  /** Whether a frame did not fit: then nothing more is accepted until everything has left. */
  #isBlocked = false
  /** Waiting bytes that are counted in the shares. */
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

  /**
   * Sends a text that is stored elsewhere, if it fits. @returns whether it was sent; if not, {@link
   * room} resolves when there is room
   */
  offer(text: string): boolean {
    if (this.#isGone) return true
    // the frame is not made where the text cannot fit
    const frame = this.#isBlocked || !this.#fits(text.length) ? undefined : textFrame(text)
    const fits = frame !== undefined && this.#fits(frame.length)
    if (fits) this.#write(frame)
    else this.#block()
    return fits
  }

  /** Resolves when sent bytes have left, or can never leave. */
  async room(): Promise<void> {
    if (this.#closed || !this.isFull) return
    await this.#left()
  }

  /** Resolves when nothing waits, or when nothing can leave any more. */
  async empty(): Promise<void> {
    if (this.#closed || this.#stream.writableLength === 0) return
    this.#listen()
    await this.#left()
  }

  /** Milliseconds since bytes have been waiting without a moment at which all had left. */
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

  /** Whether so many bytes fit in addition to the waiting ones. */
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

  /** Listens until everything has left. */
  #listen(): void {
    if (this.#waiting !== undefined) return
    this.#waiting = this.#service.now()
    if (this.#stream.writableNeedDrain) this.#stream.once('drain', () => this.#drained())
    // so little waits that the stream does not emit `drain`
    else this.#stream.write(nothing, () => this.#drained())
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
      this.#listen() // more frames arrived while the stream was emptied
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
    if (recount(this.#service.shares.underWay, this.#owner.address, before, bytes))
      this.#owner.whenTooMuch()
  }
}
