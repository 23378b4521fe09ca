/** Tests of bip122's methods over the frame's messages. The keys really sign. */
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { toHex } from '@latchkey/protocol/hex'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { bitcoin } from '../../chains/bitcoin/bitcoin.ts'
import { bitcoinNetwork } from '../../chains/bitcoin/startTestBitcoin.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { adapterOf } from '../../core/accounts/adapterOf.ts'
import { verifyBitcoin } from '../../domains/siwx/server/verify/verifyBitcoin.ts'
import { takeLinks } from '../../session/links.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { bitcoinAccounts } from '../../testing/bitcoin/bitcoinAccounts.ts'
import { signBip322 } from '../../testing/bitcoin/signText.ts'
import { createEmbedded } from './createEmbedded.lazy.ts'
import { authId } from './names.ts'
import { startTestFrame } from './startTestFrame.ts'

beforeEach(() => void startTestPage())
const [account] = bitcoinAccounts(1)
if (!account) throw new Error('There is an account')
const { payment, ordinals } = account
const accountAddresses = [payment, ordinals].map(({ address, publicKey, purpose }) => ({
  address,
  publicKey: toHex(publicKey),
  purpose,
}))

test('an e-mail wallet shares both Bitcoin addresses, and signs texts and PSBTs', async () => {
  const requests: { method: string; params: Record<string, unknown>; chainId: unknown }[] = []
  const frame = startTestFrame(
    {
      CONNECT_EMAIL: { payload: { action: 'CONNECT' } },
      GET_USER: {
        payload: {
          address: payment.address,
          chainId: bitcoinRegtestId,
          email: 'ann@example.org',
          accountAddresses,
        },
      },
      RPC_REQUEST(payload) {
        const request = payload as (typeof requests)[number] // sent by the kit
        requests.push(request)
        return request.method === 'signMessage'
          ? {
              payload: {
                address: request.params['address'],
                signature: signBip322(payment, String(request.params['message']), 'regtest'),
              },
            }
          : { payload: { psbt: 'CQ==' } }
      },
    },
    { namespaces: ['eip155', 'solana', 'bip122'] },
  )
  onTestFinished(frame.close)
  const { kit } = startTestKit({
    networks: [bitcoinNetwork(bitcoinRegtestId.slice('bip122:'.length), 'Bitcoin')],
    adapters: [bitcoin()],
  })
  const links = await createEmbedded(kit, frame.view).connect({
    connectorId: authId,
    namespace: 'bip122',
    login: { email: 'ann@example.org' },
    onStep: () => {},
  })
  takeLinks(kit, links)
  const [link] = links
  if (!link) throw new Error('The login has an account of Bitcoin')
  expect(link.state()).toMatchObject({ accounts: accountAddresses, networkId: bitcoinRegtestId })

  const adapter = adapterOf(kit, 'bip122')
  const signature = await adapter.signMessage({ link, address: payment.address, message: 'hello' })
  const claim = { chainId: bitcoinRegtestId, address: payment.address, message: 'hello' }
  expect(await verifyBitcoin({ ...claim, signature } as never)).toBe(true)
  const signInputs = [{ address: payment.address, index: 0 }]
  expect(
    await adapter.request({
      method: 'signPsbt',
      params: { psbt: 'AQID', signInputs },
      link,
      networkId: link.state().networkId,
    }),
  ).toEqual({ psbt: 'CQ==' })
  expect(requests).toMatchObject([
    {
      method: 'signMessage',
      params: { account: payment.address, address: payment.address, protocol: 'bip322' },
      chainId: bitcoinRegtestId,
    },
    {
      method: 'signPsbt',
      params: { account: payment.address, psbt: 'AQID', signInputs, broadcast: false },
    },
  ])
})
