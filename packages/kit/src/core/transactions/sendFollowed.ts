import type { ChainAdapter } from '../contracts/adapter.ts'
import type { Kit } from '../kit/kit.ts'
import { accountMemory } from '../storage/accountMemory.ts'

/**
 * Sends a transaction for a library, and follows it as if the kit had sent it.
 * @returns the hash of the transaction
 * @throws KitError of `send`
 */
export async function sendFollowed(
  kit: Kit,
  send: ChainAdapter['send'],
  parameters: Parameters<ChainAdapter['send']>[0],
): Promise<string> {
  const isRemembered = accountMemory(kit)
  const hash = await send(parameters)
  const { networkId, address, transaction } = parameters
  if (isRemembered())
    // an error is ignored: the transaction was sent, even if the kit can't follow it
    void kit.followTransaction({ hash, networkId, address, transaction }).catch(() => {})
  return hash
}
