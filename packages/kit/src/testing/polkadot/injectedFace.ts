import { fromHex } from '@latchkey/protocol/hex'
import { spelledWith } from './spelledWith.ts'
import type { SignerPayload } from '../../chains/polkadot/signer.ts'
import type { PolkadotAccount } from './polkadotAccounts.ts'
import type { PolkadotOwner } from './PolkadotOwner.ts'

/** An account as a wallet shares it. Source: `InjectedAccount` of the polkadot-js extension */
export type InjectedAccount = {
  address: string
  name: string
  type: string
  genesisHash: string | null
}

/** The wallet as an entry of `window.injectedWeb3`. */
export function injectedFace(owner: PolkadotOwner, prefix: number) {
  let lastId = 0
  const shown = () => owner.accounts.map((account) => toInjected(account, prefix))
  const extension = {
    accounts: {
      get: async () => shown(),
      subscribe(listener: (accounts: readonly InjectedAccount[]) => void) {
        listener(shown())
        return owner.changes.subscribe(() => listener(shown()))
      },
    },
    signer: {
      async signPayload(payload: SignerPayload) {
        owner.requests.push('signPayload')
        return { id: ++lastId, ...(await owner.signPayload(payload)) }
      },
      async signRaw({ address, data }: { address: string; data: string }) {
        owner.requests.push('signRaw')
        const bytes = /^0x[\da-f]*$/i.test(data)
          ? fromHex(data.slice(2))
          : new TextEncoder().encode(data)
        return { id: ++lastId, signature: await owner.signRaw(address, bytes) }
      },
    },
  }
  return {
    version: '1.0.0',
    async enable() {
      owner.requests.push('enable')
      await owner.enable()
      return extension
    },
  }
}

const toInjected = (
  { address, name, key, genesisHash }: PolkadotAccount,
  prefix: number,
): InjectedAccount => ({
  address: spelledWith(prefix, address),
  name,
  type: key.type,
  genesisHash: genesisHash ?? null,
})
