// How long operations take through each bundler, and what they cost.
import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import { parseEther } from 'viem'
import { authorize, chainClient } from '../../services/api/src/testing/smartAccountsOn.ts'
import { percentile } from '../../tests/bench/statistics.ts'
import { newOwner, send, signers } from './operators.mjs'

const sink = `0x${'f9'.repeat(20)}`
/** Operations of each bundler that count, and those before them. */
const rounds = { counted: 200, warmUp: 20 }

/** Measures both bundlers in turns: from the signed operation to its receipt, and as a whole. */
async function measureTimes({ outside, chain, bundlers }) {
  const client = chainClient(chain)
  const operators = await Promise.all(
    Object.entries(bundlers).map(async ([name, bundler]) => {
      const owner = newOwner()
      await client.setBalance({ address: owner.address, value: parseEther('10') })
      const operator = await signers['our code']({ outside, chain, owner, bundler })
      const hash = await send(operator, owner, chain, { calls: [{ to: sink }], isUpgrade: true })
      await operator.waitForUserOperationReceipt({ hash, timeout: 30_000 })
      return { name, operator, whole: [], signed: [] }
    }),
  )
  for (let round = -rounds.warmUp; round < rounds.counted; round++)
    for (const { operator, whole, signed } of round % 2 ? operators : operators.toReversed()) {
      const began = performance.now()
      const prepared = await operator.prepareUserOperation({ calls: [{ to: sink, value: 1n }] })
      const signature = await operator.account.signUserOperation(prepared)
      const sent = performance.now()
      const hash = await operator.sendUserOperation({ ...prepared, signature })
      await operator.waitForUserOperationReceipt({ hash, timeout: 30_000 })
      if (round < 0) continue
      whole.push(performance.now() - began)
      signed.push(performance.now() - sent)
    }
  return operators
}

/** The gas of the same payments in each way. */
async function measureGas({ outside, chain, bundlers, paymaster }) {
  const client = chainClient(chain)
  const pay = { to: sink, value: 1n, data: '0x' }
  const owner = newOwner()
  const { address } = owner
  await client.setBalance({ address, value: parseEther('10') })
  const gasOf = async (hash) => (await client.waitForTransactionReceipt({ hash })).gasUsed
  const given = { outside, chain, owner, bundler: bundlers.ours }
  const own = await signers['our code'](given)
  const sponsored = await signers['our code']({ ...given, paymaster })
  const operationGas = async (operator, calls) => {
    // the key of the nonce is that of the wallet: a new key costs more
    const nonce = await operator.account.getNonce({ key: 0n })
    const hash = await send(operator, owner, chain, { calls, nonce })
    const { receipt } = await operator.waitForUserOperationReceipt({ hash, timeout: 30_000 })
    return receipt.gasUsed
  }
  const batch = (calls, more) =>
    client
      .sendTransaction({ account: owner, to: address, data: encodeCalls(calls), ...more })
      .then(gasOf)
  const three = [pay, pay, pay]
  const plain = await client.sendTransaction({ account: owner, ...pay }).then(gasOf)
  const upgrade = await batch(three, {
    authorizationList: [await authorize(owner, chain.chainId, { nonce: 2 })],
  })
  await operationGas(own, [pay]) // the first one costs more: EntryPoint stores a deposit and a number
  const rows = [
    ['one call, an ordinary transaction', plain],
    ['three calls, three ordinary transactions', 3n * plain],
    ['upgrade and three calls, one transaction that the account pays', upgrade],
    ['three calls, one transaction that the account pays', await batch(three)],
    ['one call, an operation that the account pays', await operationGas(own, [pay])],
    ['three calls, an operation that the account pays', await operationGas(own, three)],
    ['one call, a sponsored operation', await operationGas(sponsored, [pay])],
    ['three calls, a sponsored operation', await operationGas(sponsored, three)],
  ]
  return rows.map(([name, gas]) => [name, Number(gas).toLocaleString('en')])
}

export async function measure(parts) {
  const { print } = parts
  print('Gas of payments of the coin', ['what', 'gas'], await measureGas(parts))
  const times = await measureTimes(parts)
  const text = (values, share) => `${percentile(values, share).toFixed(0)} ms`
  print(
    `Times of ${rounds.counted} operations of each bundler, in turns`,
    ['bundler', 'signed to receipt, p50', 'p99', 'with estimate and signature, p50', 'p99'],
    times.map(({ name, signed, whole }) => [
      name,
      text(signed, 0.5),
      text(signed, 0.99),
      text(whole, 0.5),
      text(whole, 0.99),
    ]),
  )
}
