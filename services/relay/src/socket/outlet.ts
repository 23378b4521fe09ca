import type { Duplex } from 'node:stream'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { recount } from '../shares.ts'
import { textFrame } from './textFrame.ts'

/** The connection as its outlet sees it. */
export type Owner = {
  /** Whose bytes wait. */
  readonly address: string
  /** As much waits as may. */
  whenFull(): void
  /** Everything has left. */
  whenRoom(): void
  /** More waits for this address, or for all, than may. */
  whenTooMuch(): void
}

/** What goes out of one socket, a whole frame at a time. It knows how much waits and since when. */
export class Outlet {
  readonly #service: Service
  readonly #stream: Duplex
  readonly #owner: Owner
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

  /** Whether as much waits as may. */
  get isFull(): boolean {
    return this.#stream.writableLength > limits.backlog
  }

  get isClosed(): boolean {
    return this.#closed
  }

  send(text: string): void {
    this.sentAt = this.#service.now()
    if (this.#closed || !this.#stream.writable || this.#stream.write(textFrame(text))) return
    if (this.#waiting === undefined) {
      this.#waiting = this.sentAt
      this.#stream.once('drain', () => this.#drained())
    }
    if (this.#stream.writableLength - this.#counted >= limits.underWay) this.#count(this.#stream.writableLength)
    if (this.isFull) this.#owner.whenFull()
  }

  /** Resolves when what was sent has left, or will never. */
  async room(): Promise<void> {
    if (this.#closed || !this.isFull) return
    await new Promise<void>((resolve) => (this.#whenRoom ??= []).push(resolve))
  }

  /** Milliseconds that something has been waiting without everything having left in between. */
  waitedSince(now: number): number {
    return this.#waiting === undefined ? 0 : now - this.#waiting
  }

  close(): void {
    this.#closed = true
    this.#drained()
  }

  #drained(): void {
    this.#waiting = undefined
    this.#count(0)
    const whenRoom = this.#whenRoom
    this.#whenRoom = undefined
    whenRoom?.forEach((resolve) => resolve())
    if (!this.#closed) this.#owner.whenRoom()
  }

  #count(bytes: number): void {
    const before = this.#counted
    this.#counted = bytes
    if (recount(this.#service.shares.underWay, this.#owner.address, before, bytes)) this.#owner.whenTooMuch()
  }
}
