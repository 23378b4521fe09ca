import type { createSize } from './lmdbSize.ts'
import type { LmdbUsage } from './lmdbUsage.ts'
import type { Writer } from './lmdbWriter.ts'
import { refuseBeyond, type Shares } from './refuseBeyond.ts'
import type { Held } from './storeUsage.ts'
import type { ClientId } from '../auth/didKey.ts'

type Options = {
  shares: Shares
  writer: Writer
  usage: LmdbUsage
  size: ReturnType<typeof createSize>
}

/** Decides whether a client and its address may store more. */
export class LmdbAdmission {
  readonly #shares: Shares
  readonly #writer: Writer
  readonly #usage: LmdbUsage
  readonly #size: ReturnType<typeof createSize>

  constructor({ shares, writer, usage, size }: Options) {
    this.#shares = shares
    this.#writer = writer
    this.#usage = usage
    this.#size = size
  }

  /**
   * Checks that the limits allow more data, and counts its bytes for the size of the store. The
   * caller then writes the data, and counts it for the client and the address.
   * @throws ShareError; StoreError while nothing can be stored
   */
  admit(client: ClientId, holder: string, more: Partial<Held>, isLarge = false): void {
    if (this.#writer.failure) throw this.#writer.failure
    refuseBeyond(this.#shares, {
      client: this.#usage.held(client),
      address: holder === '' ? undefined : this.#usage.held(holder),
      more,
      free: this.#size.free(isLarge),
    })
    this.#size.add(more.bytes ?? 0)
  }
}
