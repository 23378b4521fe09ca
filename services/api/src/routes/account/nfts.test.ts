import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { createPublicClient, http, parseAbi } from 'viem'
import { accountNfts } from '@latchkey/protocol/nfts'
import { addressOf } from '@latchkey/devnet/accounts'
import { startTestHistory, type TestHistory } from '../../testing/startTestHistory.ts'

let world: TestHistory
beforeAll(async () => void (world = await startTestHistory()), 120_000)
afterAll(() => world.close())

test('NFTs with what they say of themselves; spam is marked as spam', async () => {
  const collector = addressOf('collector')
  const answer = v.parse(accountNfts.answer, await (await fetch(`${world.url}/v1/account/${collector}/nfts`)).json())
  const [lights, leaves, spam] = world.first.deployment.collections
  const erc721 = parseAbi(['function ownerOf(uint256) view returns (address)', 'function balanceOf(address, uint256) view returns (uint256)'])
  const client = createPublicClient({ transport: http(world.first.url) })
  for (const { contract, tokenId, standard, amount } of answer.data) {
    if (standard === 'ERC721') expect(await client.readContract({ address: contract, abi: erc721, functionName: 'ownerOf', args: [BigInt(tokenId)] })).toBe(collector)
    else expect(String(await client.readContract({ address: contract, abi: erc721, functionName: 'balanceOf', args: [collector, BigInt(tokenId)] }))).toBe(amount)
  }
  const named = (address: string | undefined) => answer.data.filter(({ contract }) => contract === address)
  expect(named(lights?.address)[0]).toMatchObject({ chainId: 'eip155:31337', standard: 'ERC721', amount: '1', name: expect.stringMatching(/^Harbour Light #\d+$/), collection: { name: 'Harbour Lights', symbol: 'LIGHT' }, picture: expect.stringMatching(/^data:image\/svg\+xml;base64,/), flags: { is_spam: false } })
  expect(named(lights?.address)[0]?.traits.map(({ name }) => name)).toEqual(['Sky', 'Stripes', 'Beam', 'Height'])
  expect(named(leaves?.address).every(({ flags }) => !flags.is_spam)).toBe(true)
  expect(named(spam?.address)).toMatchObject([{ flags: { is_spam: true } }])
  const inHistory = (await world.ask('chainId=31337', collector)).data.flatMap(({ transfers }) => transfers ?? []).filter(({ nft_info }) => nft_info)
  expect(inHistory.filter(({ nft_info }) => nft_info?.flags?.is_spam).map(({ nft_info }) => nft_info?.name)).toEqual(['5,000 USDC reward', '5,000 USDC reward'])
  expect(inHistory.some(({ nft_info }) => nft_info?.content?.preview?.url.startsWith('data:image/svg+xml'))).toBe(true)
})
