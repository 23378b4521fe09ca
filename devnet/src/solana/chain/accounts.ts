import type { LiteSVM } from 'litesvm'
import type { Account, Commitment } from './types.ts'
import type { Slots } from './slots.ts'
import { isSameBytes } from './isSameBytes.ts'

/** An address with its account. */
export type Located = { address: string; account: Account }

/** The accounts of the chain, as they are at each commitment. */
export type Accounts = {
  /** The account at an address; undefined if it does not exist. */
  read(address: string, commitment: Commitment): Account | undefined
  /** The accounts that belong to a program. */
  ownedBy(program: string, commitment: Commitment): Located[]
  /** Writes an account without a transaction, for all commitments at once. */
  write(address: string, account: Account | undefined): void
  /**
   * Call it after a transaction, with the accounts from before. Stores them for the commitments
   * that have not reached the transaction yet. Returns the addresses of the accounts that have
   * changed.
   */
  recordChanges(before: ReadonlyMap<string, Account | undefined>): string[]
  /** Removes earlier states of accounts that no commitment needs any more. */
  forgetFinalized(): void
  /**
   * The addresses of all accounts that a transaction or `write` has ever changed. Only these
   * accounts have to be saved.
   */
  changed(): ReadonlySet<string>
  /** Bytes of data in all changed accounts. */
  bytes(): number
  /** Runs `work` while the VM has these accounts as they are at the commitment. */
  as<result>(commitment: Commitment, addresses: readonly string[], work: () => result): result
}

type Vm = Pick<LiteSVM, 'getAccount' | 'setAccount' | 'getProgramAccounts'>
type VmAccount = Parameters<LiteSVM['setAccount']>[0]

/** The system program, which owns accounts without data. */
export const systemProgram = '11111111111111111111111111111111'

/** The accounts of a VM, also as they were before. The VM itself has only the newest accounts. */
export class VmAccounts implements Accounts {
  readonly #vm: Vm
  readonly #slots: Slots
  /** By address: the accounts before each recent slot that changed them, the oldest first. */
  readonly #past = new Map<string, { slot: number; before: Account | undefined }[]>()
  readonly #changed = new Set<string>()
  #bytes = 0

  constructor(vm: Vm, slots: Slots) {
    this.#vm = vm
    this.#slots = slots
  }

  read(address: string, commitment: Commitment): Account | undefined {
    const later = this.#pastOf(address, commitment)
    return later ? later.before : this.#newest(address)
  }

  ownedBy(program: string, commitment: Commitment): Located[] {
    const now = this.#vm
      .getProgramAccounts(program as VmAccount['address'])
      .map(({ address }): string => address)
    // also addresses with earlier states: the account may have belonged to the program at the
    // commitment
    const addresses = new Set([...now, ...this.#past.keys()])
    return [...addresses].flatMap((address) => {
      const account = this.read(address, commitment)
      return account?.owner === program ? [{ address, account }] : []
    })
  }

  write(address: string, account: Account | undefined): void {
    this.#past.delete(address)
    this.#changed.add(address)
    this.#bytes += sizeOf(account) - sizeOf(this.#newest(address))
    this.#put(address, account)
  }

  recordChanges(before: ReadonlyMap<string, Account | undefined>): string[] {
    const different = [...before].filter(
      ([address, account]) => !isSame(account, this.#newest(address)),
    )
    for (const [address, account] of different) {
      this.#changed.add(address)
      this.#bytes += sizeOf(this.#newest(address)) - sizeOf(account)
      const slot = this.#slots.open().number
      const known = this.#past.get(address) ?? []
      // if an account changes twice in one slot, the state before the slot stays
      if (known.at(-1)?.slot !== slot)
        this.#past.set(address, [...known, { slot, before: account }])
    }
    return different.map(([address]) => address)
  }

  forgetFinalized(): void {
    const finalized = this.#slots.at('finalized').number
    for (const [address, entries] of this.#past) {
      const needed = entries.filter(({ slot }) => slot > finalized)
      if (needed.length === 0) this.#past.delete(address)
      else if (needed.length < entries.length) this.#past.set(address, needed)
    }
  }

  changed(): Set<string> {
    return this.#changed
  }

  bytes(): number {
    return this.#bytes
  }

  as<result>(commitment: Commitment, addresses: readonly string[], work: () => result): result {
    const swapped = [...new Set(addresses)].flatMap((address) => {
      const later = this.#pastOf(address, commitment)
      return later ? [{ address, now: this.#newest(address), earlier: later.before }] : []
    })
    for (const { address, earlier } of swapped) this.#put(address, earlier)
    try {
      return work()
    } finally {
      for (const { address, now } of swapped) this.#put(address, now)
    }
  }

  #newest(address: string): Account | undefined {
    // the cast: the VM has its own type for addresses
    const found = this.#vm.getAccount(address as VmAccount['address'])
    return found.exists && found.lamports > 0n
      ? {
          lamports: found.lamports,
          owner: found.programAddress,
          executable: found.executable,
          data: Uint8Array.from(found.data),
        }
      : undefined
  }

  #put(address: string, account: Account | undefined): void {
    const { lamports, owner, executable, data } = account ?? {
      lamports: 0n,
      owner: systemProgram,
      executable: false,
      data: new Uint8Array(),
    }
    this.#vm.setAccount({
      address,
      lamports,
      programAddress: owner,
      executable,
      data,
      space: BigInt(data.length),
    } as unknown as VmAccount) // the cast: the VM has its own types for the fields
  }

  #pastOf(
    address: string,
    commitment: Commitment,
  ): { slot: number; before: Account | undefined } | undefined {
    return this.#past.get(address)?.find(({ slot }) => slot > this.#slots.at(commitment).number)
  }
}

const sizeOf = (account: Account | undefined): number => account?.data.length ?? 0

function isSame(first: Account | undefined, second: Account | undefined): boolean {
  if (!first || !second) return first === second
  return (
    first.lamports === second.lamports &&
    first.owner === second.owner &&
    first.executable === second.executable &&
    isSameBytes(first.data, second.data)
  )
}
