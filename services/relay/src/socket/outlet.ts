import type { Duplex } from 'node:stream'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { recount } from '../shares.ts'
import { textFrame } from './textFrame.ts'

/** The connection to which an outlet belongs. */
export type Owner = {
  /** The address for which waiting bytes count. */
  readonly address: string
  /** Is called when no more bytes may wait. */
  whenFull(): void
  /** Is called after the waiting bytes have left. Queued answers may already wait again. */
  whenRoom(): void
  /** Is called when too many bytes wait for this address, or for all addresses. */
  whenTooMuch(): void
}

const nothing = Buffer.alloc(0)

/**
 * Writes the frames of one socket. In its stream at most `limits.backlog` bytes wait, unless a
 * single frame is larger. Answers that do not fit wait in a queue. The outlet measures how many
 * bytes wait, and since when.
 */
export class Outlet {
  readonly #service: Service
  readonly #stream: Duplex
  readonly #owner: Owner
  /** Answers that did not fit. `#queued` is the number of their bytes. */
  #queue: Buffer[] | undefined
  #queued = 0
  /** Whether a frame did not fit. Then no frame is written until all bytes have left. */
  #isBlocked = false
  /** How many of the waiting bytes are counted for the limit `underWay`. */
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

  /** Whether no more bytes may wait. */
  get isFull(): boolean {
    return this.#isBlocked || this.#stream.writableLength >= limits.backlog
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Sends an answer, now or as soon as it fits. */
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
   * Sends a text if it fits. The caller can read the text again from the store.
   * @returns true if it was sent or the socket is gone. If false, {@link room} resolves when there
   *   is room
   */
  offer(text: string): boolean {
    if (this.#isGone) return true
    // builds the frame only where its text alone would fit
    const frame = this.#isBlocked || !this.#fits(text.length) ? undefined : textFrame(text)
    const fits = frame !== undefined && this.#fits(frame.length)
    if (fits) this.#write(frame)
    else this.#block()
    return fits
  }

  /** Resolves when the outlet is not full, or when the socket has closed. */
  async room(): Promise<void> {
    if (this.#closed || !this.isFull) return
    await this.#left()
  }

  /** Resolves when no bytes wait, or when the socket has closed. */
  async empty(): Promise<void> {
    if (this.#closed || this.#stream.writableLength === 0) return
    this.#listen()
    await this.#left()
  }

  /** For how many milliseconds some bytes have been waiting without a break. */
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

  /** Whether this number of bytes fits in addition to the waiting bytes. */
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

  /** Waits until all bytes have left, and then calls `#drained`. */
  #listen(): void {
    if (this.#waiting !== undefined) return
    this.#waiting = this.#service.now()
    if (this.#stream.writableNeedDrain) this.#stream.once('drain', () => this.#drained())
    // so few bytes wait that the stream will not emit `drain`
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
      this.#listen() // more frames have arrived meanwhile
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
