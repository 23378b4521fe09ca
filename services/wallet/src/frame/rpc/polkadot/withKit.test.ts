/**
 * The wallet with the kit, on a node that checks transactions as a chain does: signature, parts,
 * and the hash of the metadata.
 */
import { merkleizeMetadata } from '@polkadot-api/merkleize-metadata'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { toHex } from '@latchkey/protocol/hex'
import { expect, onTestFinished, test } from 'vitest'
import { polkadot } from '../../../../../../packages/kit/src/chains/polkadot/polkadot.ts'
import { polkadotNetwork } from '../../../../../../packages/kit/src/chains/polkadot/startTestPolkadot.ts'
import { startTestNode } from '../../../../../../packages/kit/src/chains/polkadot/startTestNode.ts'
import { startTestPage } from '../../../../../../packages/kit/src/chains/evm/startTestPage.ts'
import { takeLinks } from '../../../../../../packages/kit/src/session/links.ts'
import { startTestKit } from '../../../../../../packages/kit/src/session/startTestKit.ts'
import { createEmbedded } from '../../../../../../packages/kit/src/sources/embedded/createEmbedded.lazy.ts'
import { authId } from '../../../../../../packages/kit/src/sources/embedded/names.ts'
import { startTestFrame } from '../../../../../../packages/kit/src/sources/embedded/startTestFrame.ts'
import { callsOf } from './testing/callsOf.ts'
import { createTestAccount } from './testing/createTestAccount.ts'
import { assetHub } from './testing/todaysMetadata.ts'

const friend = writeSs58(new Uint8Array(32).fill(5), 0)

/** Starts the node, an account with coins on it, and a kit whose visitor has logged in. */
async function start() {
  startTestPage()
  const { networkId, currency } = assetHub.network
  const metadataHash = merkleizeMetadata(assetHub.metadata, {
    decimals: currency.decimals,
    tokenSymbol: currency.symbol,
  }).digest()
  const node = await startTestNode({ metadataHash })
  expect(node.networkId).toBe(networkId)
  const { account, state, ask } = await createTestAccount()
  state.answer = async ({ method, params }) => {
    const response = await fetch(node.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return response.json()
  }
  const { address, publicKey } = account
  node.fund(address, 100_000_000_000n)
  node.fund(friend, node.deposit)
  const accountAddresses = [{ address, publicKey: toHex(publicKey) }]
  const frame = startTestFrame(
    {
      CONNECT_EMAIL: { payload: { action: 'CONNECT' } },
      GET_USER: { payload: { address, chainId: networkId, accountAddresses } },
      RPC_REQUEST(request: unknown) {
        const { method, params } = request as { method: string; params: object } // of the kit
        const id = frame.requests.at(-1)?.id
        // the answer follows, after what the visitor reads
        ask(method, params).then(
          (payload) => frame.sendEvent({ id, type: '@w3m-frame/RPC_REQUEST_SUCCESS', payload }),
          ({ message, code }: { message: string; code: unknown }) =>
            frame.sendEvent({
              id,
              type: '@w3m-frame/RPC_REQUEST_ERROR',
              payload: { message, code },
            }),
        )
        return 'silence'
      },
    },
    { namespaces: ['eip155', 'polkadot'] },
  )
  onTestFinished(frame.close)
  const { kit } = startTestKit({
    networks: [polkadotNetwork(node.networkId, 'Polkadot Asset Hub', node.url)],
    adapters: [polkadot()],
  })
  takeLinks(
    kit,
    await createEmbedded(kit, frame.view).connect({
      connectorId: authId,
      namespace: 'polkadot',
      login: { email: 'ann@example.org' },
      onStep: () => {},
    }),
  )
  return { node, kit, state, address }
}

test('what the kit asks for is shown, signed with the hash of the metadata, and happens', async () => {
  const { node, kit, state, address } = await start()
  const method = callsOf(assetHub.metadata).encode('Balances', 'transfer_keep_alive', {
    dest: { type: 'Id', value: friend },
    value: 20_000_000_000n,
  })
  expect(await kit.sendTransaction({ method: `0x${toHex(method)}` })).toMatch(/^0x[0-9a-f]{64}$/)
  const [shown] = state.shown
  expect(shown?.effects).toMatchObject([{ kind: 'transfer', amount: 20_000_000_000n }])
  expect(node.accountOf(friend).free).toBe(20_000_000_000n + node.deposit)
  // the fee that was shown is the fee that was paid
  expect(node.accountOf(address).free).toBe(shown?.text.stays)
})
