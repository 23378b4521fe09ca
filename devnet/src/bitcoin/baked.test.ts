import { HDKey } from 'viem/accounts'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { accounts, developmentMnemonic } from '../accounts.ts'
import { bitcoinAccounts, bitcoinAddressOf } from './bitcoinAccounts.ts'
import { scriptOfAddress } from './chain/addresses.ts'
import { createChain, tipOf } from './chain/createChain.ts'
import { coinbaseMaturity, subsidyAt, workTarget } from './chain/genesis.ts'
import { historyOf, unspentOf } from './chain/history.ts'
import { regtest } from './chain/regtest.ts'
import { readBakedLines, readBitcoinDeployment } from './store/readBaked.ts'
import { restore } from './store/restore.ts'
import { hash256, hashOf, scriptHashOf } from './wire/hash.ts'
import { merkleTree } from './wire/merkle.ts'

const chain = createChain()
restore(chain, readBakedLines())

const hashOfAddress = (address: string) => scriptHashOf(scriptOfAddress(address) ?? Buffer.of())
const balanceOf = (address: string) =>
  unspentOf(chain, hashOfAddress(address)).reduce((sum, { value }) => sum + value, 0n)
const ordinalsOf = (role: string) =>
  bitcoinAccounts.find((account) => account.role === role)?.ordinals ?? ''

test('the addresses of the accounts are those of the mnemonic, by BIP-84 and BIP-86', () => {
  const seed = pbkdf2Sync(developmentMnemonic, 'mnemonic', 2_048, 64, 'sha512')
  const root = HDKey.fromMasterSeed(seed)
  expect(bitcoinAccounts).toHaveLength(accounts.length - 1)
  for (const { index, address, ordinals } of bitcoinAccounts) {
    const payment = root.derive(`m/84'/1'/0'/0/${index}`).publicKey ?? Buffer.of()
    const taproot = root.derive(`m/86'/1'/0'/0/${index}`).publicKey ?? Buffer.of()
    expect(address).toBe(p2wpkh(payment, regtest).address)
    expect(ordinals).toBe(p2tr(taproot.slice(1), undefined, regtest).address)
  }
})

test('every block has its work, its height, its place and the roots of its transactions', () => {
  for (const [height, block] of chain.blocks.entries()) {
    if (height === 0) continue
    expect(BigInt(`0x${block.hash}`)).toBeLessThanOrEqual(workTarget)
    expect(block.previous).toBe(chain.blocks[height - 1]?.hash)
    const ids = block.transactions.map(({ txid }) => hashOf(txid))
    expect(hashOf(block.merkleRoot)).toEqual(merkleTree(ids).root)
    const [coinbase, ...others] = block.transactions
    const witnesses = [Buffer.alloc(32), ...others.map(({ wtxid }) => hashOf(wtxid))]
    const commitment = hash256(Buffer.concat([merkleTree(witnesses).root, Buffer.alloc(32)]))
    expect(coinbase?.outputs[1]?.script.subarray(6)).toEqual(commitment)
    const fees = others.reduce((sum, { txid }) => sum + (chain.entries.get(txid)?.fee ?? 0n), 0n)
    expect(coinbase?.outputs[0]?.value).toBe(subsidyAt(height) + fees)
  }
})

test('the newest block has the time of the bake, and the history has seven months', () => {
  const { bakedAt } = readBitcoinDeployment()
  expect(tipOf(chain).time).toBe(bakedAt)
  const [first] = historyOf(chain, hashOfAddress(bitcoinAddressOf('everyday user')))
  const months = (bakedAt - (first?.time ?? 0)) / (30.4 * 86_400)
  expect(months).toBeGreaterThan(6.9)
  expect(months).toBeLessThan(7.1)
})

test('each account shows what its role says', () => {
  expect(historyOf(chain, hashOfAddress(bitcoinAddressOf('empty')))).toEqual([])
  expect(historyOf(chain, hashOfAddress(bitcoinAddressOf('newcomer')))).toHaveLength(1)
  expect(balanceOf(bitcoinAddressOf('newcomer'))).toBe(500_000n)
  // more than a page of Esplora
  expect(historyOf(chain, hashOfAddress(bitcoinAddressOf('trader'))).length).toBeGreaterThan(25)
  expect(balanceOf(bitcoinAddressOf('whale'))).toBeGreaterThan(180n * 100_000_000n)
  const dust = unspentOf(chain, hashOfAddress(bitcoinAddressOf('holder of dust')))
  expect(dust.map(({ value }) => Number(value)).toSorted((a, b) => a - b)).toEqual([
    294, 294, 330, 546, 600, 1_000, 1_001, 5_000,
  ])
})

test('collectibles are on the addresses for collectibles, and small coins on an address for payments', () => {
  const valuesOf = (address: string) =>
    unspentOf(chain, hashOfAddress(address)).map(({ value }) => Number(value))
  expect(valuesOf(ordinalsOf('collector'))).toEqual([546, 10_000, 330])
  expect(valuesOf(ordinalsOf('everyday user'))).toEqual([546])
  expect(valuesOf(ordinalsOf('newcomer'))).toEqual([546])
  expect(valuesOf(bitcoinAddressOf('collector')).filter((value) => value === 546)).toHaveLength(2)
})

test('the rewards of an account are old enough to be spent', () => {
  const rewards = unspentOf(chain, hashOfAddress(bitcoinAddressOf('whale'))).filter(
    ({ isCoinbase }) => isCoinbase,
  )
  expect(rewards).toHaveLength(2)
  for (const { height = 0 } of rewards)
    expect(tipOf(chain).height - height).toBeGreaterThan(coinbaseMaturity / 10)
})

test('the history has batches, texts, replacements and payments of several inputs', () => {
  const entries = historyOf(chain, hashOfAddress(bitcoinAddressOf('everyday user')))
  const outputsOf = entries.map(({ transaction }) => transaction.outputs)
  expect(outputsOf.some((outputs) => outputs.length >= 5)).toBe(true)
  expect(outputsOf.some((outputs) => outputs.some(({ script }) => script[0] === 0x6a))).toBe(true)
  const sweeps = historyOf(chain, hashOfAddress(bitcoinAddressOf('saver')))
  expect(sweeps.some(({ transaction }) => transaction.inputs.length > 5)).toBe(true)
  // the replacements: what a block has is the payment with the higher fee
  const rates = entries.map(({ fee, transaction: { vsize } }) => Number(fee) / vsize)
  expect(rates.filter((rate) => rate > 13)).toHaveLength(2)
})
