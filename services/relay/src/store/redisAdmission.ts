import { randomBytes } from 'node:crypto'
import { createHolders } from './holders.ts'
import type { RedisLink } from './redisLink.ts'
import type { createRedisSize } from './redisSize.ts'
import type { RedisUsage } from './redisUsage.ts'
import { refuseBeyond, type Shares, thresholdOf } from './refuseBeyond.ts'
import { type Held, subscriptionBytes } from './storeUsage.ts'
import type { ClientId } from '../auth/didKey.ts'

type Options = {
  link: RedisLink
  usage: RedisUsage
  size: ReturnType<typeof createRedisSize>
  shares: Shares
}

/** Decides whether a client and its address may store more, and names the holder of an address. */
export class RedisAdmission {
  readonly #link: RedisLink
  readonly #usage: RedisUsage
  readonly #size: ReturnType<typeof createRedisSize>
  readonly #shares: Shares
  #prepared: Promise<(address: string) => string> | undefined

  constructor({ link, usage, size, shares }: Options) {
    this.#link = link
    this.#usage = usage
    this.#size = size
    this.#shares = shares
  }

  /**
   * The function that names the holders of addresses. It uses the secret of the store, which all
   * relay processes share. If Redis did not answer, the next call tries to read the secret again.
   */
  holders(): Promise<(address: string) => string> {
    this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined
      throw error
    })
    return this.#prepared
  }

  /** The name of an address' holder. @throws StoreError */
  async holderOf(address: string): Promise<string> {
    return (await this.holders())(address)
  }

  /** Checks that the limits allow more data. @throws ShareError, StoreError */
  async admit(client: ClientId, holder: string, more: Partial<Held>): Promise<void> {
    const [own, others] = await this.#held(client, holder)
    refuseBeyond(this.#shares, { client: own, address: others, more, free: this.#size.free() })
  }

  /** How many subscriptions an address may add, and which limit refuses more. */
  async roomFor(
    client: ClientId,
    holder: string,
  ): Promise<{ max: number; reason: 'address' | 'store' }> {
    const [own, others] = await this.#held(client, holder)
    const held = Math.max(own.bytes, others?.bytes ?? 0)
    const inStore = Math.floor((thresholdOf(this.#size.free()) - held) / subscriptionBytes)
    const inAddress = others ? this.#shares.address.subscriptions - others.subscriptions : Infinity
    return inStore < inAddress
      ? { max: Math.min(inStore, 1e9), reason: 'store' }
      : { max: Math.min(inAddress, 1e9), reason: 'address' }
  }

  #held(client: ClientId, holder: string): Promise<[own: Held, address: Held | undefined]> {
    return Promise.all([
      this.#usage.held(client),
      holder === '' ? undefined : this.#usage.held(holder),
    ])
  }

  async #prepare(): Promise<(address: string) => string> {
    await this.#size.look()
    const offered = randomBytes(32).toString('base64url')
    return createHolders(String(await this.#link.run('watchKey', ['lk:secret'], [offered])))
  }
}
