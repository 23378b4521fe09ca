import { expect, test } from 'vitest'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { bitcoinAccounts } from '../bitcoin/bitcoinAccounts.ts'
import { createBitcoinWallet } from '../bitcoin/bitcoinWallet.ts'
import type { BitcoinRequest } from '../bitcoin/bitcoinRequest.ts'
import { paramsOf } from '../bitcoin/paramsOf.ts'
import { describeBitcoin } from './describeBitcoin.ts'

const [own, lena] = bitcoinAccounts(2)
if (!own || !lena) throw new Error('There are two accounts')
const scriptOf = (address: string) => OutScript.encode(Address(paramsOf('regtest')).decode(address))

/** Signs a transaction with a wallet of sats-connect, and returns what its owner is asked. */
async function requestFor(...outputs: readonly (readonly [address: string, amount: bigint])[]) {
  const { address } = own?.payment ?? { address: '' }
  const transaction = new Transaction()
  transaction.addInput({
    txid: '11'.repeat(32),
    index: 0,
    witnessUtxo: { script: scriptOf(address), amount: 100_000n },
  })
  for (const [to, amount] of outputs) transaction.addOutput({ script: scriptOf(to), amount })
  const seen: BitcoinRequest[] = []
  const { provider } = createBitcoinWallet({
    dialect: 'unisat',
    accounts: (network) => bitcoinAccounts(1, { network }),
    confirm: async (request) => void seen.push(request),
  })
  const wallet = provider as Record<string, (...args: readonly unknown[]) => Promise<unknown>>
  await wallet['requestAccounts']?.()
  await wallet['signPsbt']?.(Buffer.from(transaction.toPSBT()).toString('hex'), {
    toSignInputs: [{ index: 0, address }],
  })
  const [, request] = seen
  if (!request) throw new Error('The owner is asked')
  return describeBitcoin('https://bakery.example', 'Bitcoin', request)
}

test('a payment shows its amount, recipient and fee, and not the change', async () => {
  expect(
    await requestFor([lena.payment.address, 60_000n], [own.payment.address, 39_000n]),
  ).toMatchObject({
    title: 'Send 0.0006 BTC?',
    facts: [
      ['To', lena.payment.address],
      ['Fee', '0.00001 BTC'],
      ['From', own.payment.address],
      ['Network', 'Bitcoin'],
    ],
  })
})

test('several payments show each amount', async () => {
  expect(
    await requestFor([lena.payment.address, 60_000n], [lena.ordinals.address, 1_000n]),
  ).toMatchObject({
    title: 'Sign this transaction?',
    facts: [
      ['To', lena.payment.address],
      ['Amount', '0.0006 BTC'],
      ['To', lena.ordinals.address],
      ['Amount', '0.00001 BTC'],
      ['Fee', '0.00039 BTC'],
      ['From', own.payment.address],
      ['Network', 'Bitcoin'],
    ],
  })
})
