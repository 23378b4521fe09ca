import type { PolkadotKey } from '@latchkey/protocol/chains/polkadotKeys'
import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { polkadotAddressOf } from '../polkadotAccounts.ts'
import type { Hex } from '../runtime/chopsticks.ts'
import { signedExtrinsic, transferCall } from '../signedExtrinsic.ts'
import type { PolkadotChain } from '../startPolkadotChain.ts'
import { accountKey } from '../tools/accountStorage.ts'

const genesisHash: Hex = `0x${'45'.repeat(32)}`

/** What a chain has of an account. */
export type AccountState = { nonce: number; free: bigint }

/** Reads an account as it is after the newest block, or after the block with a hash. */
export async function accountAt(
  chain: Pick<PolkadotChain, 'call'>,
  address: string,
  block?: string,
): Promise<AccountState> {
  const id = readSs58(address)?.key ?? new Uint8Array()
  const value = await chain.call('state_getStorage', accountKey(id), ...(block ? [block] : []))
  if (typeof value !== 'string') return { nonce: 0, free: 0n }
  const bytes = Buffer.from(value.slice(2), 'hex')
  return {
    nonce: bytes.readUInt32LE(0),
    free: bytes.readBigUInt64LE(16) + (bytes.readBigUInt64LE(24) << 64n),
  }
}

/** Signs a payment with `transfer_keep_alive`. Without `nonce`, the next one is used. */
export async function signedPayment(
  chain: Pick<PolkadotChain, 'call'>,
  from: PolkadotKey,
  { to, amount, nonce }: { to: string; amount: bigint; nonce?: number },
): Promise<Hex> {
  const next = nonce ?? Number(await chain.call('system_accountNextIndex', polkadotAddressOf(from)))
  const call = transferCall(readSs58(to)?.key ?? new Uint8Array(), amount, 'transferKeepAlive')
  return signedExtrinsic(from, call, { nonce: next, genesisHash })
}
