/** Thrown for bytes that are no transaction or no block. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError'
}

/** The longest list or text that bitcoind reads, in bytes. */
const maxSize = 0x0200_0000

/** Reads Bitcoin's wire format from its beginning. @throws MalformedError */
export class Reader {
  readonly #bytes: Buffer
  /** The number of bytes that were read. */
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Reads so many bytes. */
  take(count: number): Buffer {
    if (this.at + count > this.#bytes.length) throw new MalformedError('TX decode failed')
    this.at += count
    return this.#bytes.subarray(this.at - count, this.at)
  }

  u32(): number {
    return this.take(4).readUInt32LE()
  }

  u64(): bigint {
    return this.take(8).readBigUInt64LE()
  }

  /** Reads a number of one to nine bytes, in its shortest form. */
  varInt(): number {
    const first = this.take(1).readUInt8()
    if (first < 0xfd) return first
    const [value, min] =
      first === 0xfd
        ? [this.take(2).readUInt16LE(), 0xfd]
        : first === 0xfe
          ? [this.u32(), 0x1_0000]
          : [Number(this.u64()), 0x1_0000_0000]
    if (value < min || value > maxSize) throw new MalformedError('TX decode failed')
    return value
  }

  /** Reads bytes with their length before them. */
  bytes(): Buffer {
    return this.take(this.varInt())
  }

  /** Reads a list with its length before it. */
  list<item>(read: () => item): item[] {
    const items: item[] = []
    for (let count = this.varInt(); count > 0; count -= 1) items.push(read())
    return items
  }

  /** Whether all bytes were read. */
  get isAtEnd(): boolean {
    return this.at === this.#bytes.length
  }

  /** The bytes from `start` to those that were read last. */
  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.at)
  }

  /** The next bytes, which stay unread. */
  peek(count: number): Buffer {
    return this.#bytes.subarray(this.at, this.at + count)
  }
}
