/** Tests of Polkadot's methods over the frame's messages. The keys really sign. */
import {
  kusamaAssetHubId,
  polkadotAssetHubId,
  spelledFor,
} from '@latchkey/protocol/chains/polkadotNetworks'
import type { NetworkId } from '@latchkey/protocol/caip'
import { toHex } from '@latchkey/protocol/hex'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { polkadot } from '../../chains/polkadot/polkadot.ts'
import { signerOf } from '../../chains/polkadot/signer.ts'
import { polkadotNetwork } from '../../chains/polkadot/startTestPolkadot.ts'
import { adapterOf } from '../../core/accounts/adapterOf.ts'
import { verifyPolkadot } from '../../domains/siwx/server/verify/verifyPolkadot.ts'
import { takeLinks } from '../../session/links.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { polkadotAccounts } from '../../testing/polkadot/polkadotAccounts.ts'
import { createEmbedded } from './createEmbedded.lazy.ts'
import { authId } from './names.ts'
import { startTestFrame } from './startTestFrame.ts'

beforeEach(() => void startTestPage())

// the casts: the ids are network ids
const hub = polkadotAssetHubId as NetworkId
const kusama = kusamaAssetHubId as NetworkId
const [account] = polkadotAccounts(1)
if (!account) throw new Error('There is an account')
const { key } = account
const on = (networkId: string) => spelledFor(networkId, account.address) ?? ''
const publicKey = toHex(key.publicKey)

test('an e-mail wallet shares its account as each network spells it, and signs texts', async () => {
  const requests: { method: string; params: Record<string, string>; chainId: unknown }[] = []
  const frame = startTestFrame(
    {
      CONNECT_EMAIL: { payload: { action: 'CONNECT' } },
      GET_USER(of) {
        const chainId = (of as { chainId?: string } | undefined)?.chainId ?? polkadotAssetHubId
        const address = on(chainId)
        return {
          payload: {
            address,
            chainId,
            email: 'ann@example.org',
            accountAddresses: [{ address, publicKey }],
          },
        }
      },
      SWITCH_NETWORK: (of) => ({ payload: of as object }),
      RPC_REQUEST(payload) {
        const request = payload as (typeof requests)[number] // sent by the kit
        requests.push(request)
        const bytes = new TextEncoder().encode(`<Bytes>${request.params['message']}</Bytes>`)
        return { payload: { signature: `0x01${toHex(key.sign(bytes))}` } }
      },
    },
    { namespaces: ['eip155', 'solana', 'bip122', 'polkadot'] },
  )
  onTestFinished(frame.close)
  const { kit } = startTestKit({
    networks: [
      polkadotNetwork(polkadotAssetHubId),
      polkadotNetwork(kusamaAssetHubId, 'Kusama Asset Hub'),
    ],
    adapters: [polkadot()],
  })
  const links = await createEmbedded(kit, frame.view).connect({
    connectorId: authId,
    namespace: 'polkadot',
    login: { email: 'ann@example.org' },
    onStep: () => {},
  })
  takeLinks(kit, links)
  const [link] = links
  if (!link) throw new Error('The login has an account of Polkadot')
  const adapter = adapterOf(kit, 'polkadot')
  for (const networkId of [hub, kusama]) {
    if (networkId !== hub) await adapter.switchNetwork({ link, networkId })
    const address = on(networkId)
    expect(link.state()).toMatchObject({ accounts: [{ address, publicKey }], networkId })
    expect(signerOf(link).keyTypeOf(address)).toBe('sr25519')
    const signature = await adapter.signMessage({ link, address, message: 'hello' })
    const claim = { chainId: networkId, address, message: 'hello', signature }
    expect(await verifyPolkadot(claim)).toBe(true)
    expect(requests.at(-1)).toMatchObject({
      method: 'polkadot_signMessage',
      params: { address, message: 'hello' },
      chainId: networkId,
    })
  }
})
