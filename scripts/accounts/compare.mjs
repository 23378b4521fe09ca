// The same operations through our bundler and through alto.
import { encodeFunctionData, erc20Abi, parseEther, parseGwei, toEventSelector } from 'viem'
import { chainClient } from '../../services/api/src/testing/smartAccountsOn.ts'
import { closeFrames, newOwner, send, signers, startFrame } from './operators.mjs'

const sink = `0x${'f9'.repeat(20)}`
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The operations, in the order in which each new account sends them. */
const operations = (token) => {
  const failing = {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [sink, 10n ** 30n] }),
  }
  const pay = (value) => ({ to: sink, value })
  return {
    'upgrade and batch, sponsored': {
      calls: [{ to: sink }, { to: sink, data: '0x01' }],
      isUpgrade: true,
      isSponsored: true,
    },
    batch: { calls: [pay(2n), pay(3n)] },
    plain: { calls: [pay(7n)] },
    'plain, sponsored': { calls: [pay(1n)], isSponsored: true },
    'failing, with its gas given': {
      calls: [pay(5n), failing],
      // without an estimate, which would refuse
      callGasLimit: 200_000n,
      verificationGasLimit: 200_000n,
      preVerificationGas: 100_000n,
      maxFeePerGas: parseGwei('20'),
      maxPriorityFeePerGas: parseGwei('1'),
    },
    'failing, estimated': { calls: [failing] },
  }
}

/** Members whose values belong to one transaction or to one account. */
const own =
  /(hash|bloom|nonce|number|index|gas|used|limit|cost|price|fee|data|topics|sender|address|signature|reason|timestamp)$|^(from|to|r|s)$/i

/** The form of an answer: its members, and the kinds of their values. */
function formOf(value, name = '') {
  if (Array.isArray(value)) return value.map((entry) => formOf(entry, name))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, entry]) => entry !== undefined)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, entry]) => [key, formOf(entry, key)]),
    )
  if (typeof value !== 'string' || !own.test(name)) return value
  if (/^0x[\da-f]{40}$/i.test(value)) return 'address'
  if (/^0x[\da-f]{64}$/i.test(value)) return 'word'
  if (/^0x(0|[1-9a-f][\da-f]{0,31})$/i.test(value)) return 'number'
  return value.startsWith('0x') ? 'bytes' : value
}

/** Writes hex in lower case, so that spellings of addresses are equal. */
const lower = (value) =>
  JSON.parse(JSON.stringify(value ?? null).replaceAll(/0x[\da-fA-F]+/g, (hex) => hex.toLowerCase()))

/**
 * The paths at which two answers differ. What we answer beyond alto is no difference: a node's
 * receipt and logs have more members than those that alto passes on.
 */
function differing(ours, theirs, path = '') {
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return []
  const isNested = (value) => value !== null && typeof value === 'object'
  if (!isNested(ours) || !isNested(theirs)) {
    const text = (value) => (value === undefined ? 'absent' : JSON.stringify(value).slice(0, 60))
    return [`${path || 'answer'}: ours ${text(ours)}, alto ${text(theirs)}`]
  }
  const length = Array.isArray(theirs) && ours.length !== theirs.length
  return [
    ...(length ? [`${path}: ours has ${ours.length}, alto ${theirs.length}`] : []),
    ...Object.keys(theirs).flatMap((key) =>
      differing(ours[key], theirs[key], path ? `${path}.${key}` : key),
    ),
  ]
}

const operationTopic = toEventSelector(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
)

/**
 * A receipt without EntryPoint's own event of the operation, with which our logs end. ERC-7769
 * leaves open whether it is one of them. alto leaves it out.
 */
function withoutEvent(receipt) {
  const last = receipt?.logs?.at(-1)
  return last?.topics[0] === operationTopic
    ? { ...receipt, logs: receipt.logs.slice(0, -1) }
    : receipt
}

/** Sends each operation of a new account. @returns what was observed, by operation */
async function runOperations({ parts, signer, bundler }) {
  const { chain, outside, ask, paymaster, bundlers } = parts
  const client = chainClient(chain)
  const owner = newOwner()
  await client.setBalance({ address: owner.address, value: parseEther('1') })
  const [, { address: token }] = chain.deployment.tokens
  const make = signers[signer]
  const given = { outside, chain, owner, bundler: bundlers[bundler] }
  const [own, sponsored] = [await make(given), await make({ ...given, paymaster })]
  const observed = {}
  for (const [name, { isSponsored, ...operation }] of Object.entries(operations(token))) {
    const before = await client.getBalance({ address: sink })
    const balance = await client.getBalance({ address: owner.address })
    const operator = isSponsored ? sponsored : own
    try {
      const hash = await send(operator, owner, chain, operation)
      const { success } = await operator.waitForUserOperationReceipt({ hash, timeout: 30_000 })
      const [receipt, byHash] = await Promise.all([
        ask(bundlers[bundler], 'eth_getUserOperationReceipt', [hash]),
        ask(bundlers[bundler], 'eth_getUserOperationByHash', [hash]),
      ])
      observed[name] = {
        hash,
        success,
        paid: (await client.getBalance({ address: sink })) - before,
        isCharged: (await client.getBalance({ address: owner.address })) < balance - 10n,
        receipt: withoutEvent(lower(receipt.result)),
        byHash: lower(byHash.result),
      }
    } catch (error) {
      const found = error.walk?.((cause) => typeof cause?.code === 'number') ?? error
      observed[name] = { refused: found.code ?? String(error.message).slice(0, 300) }
    }
  }
  return { owner, observed }
}

/** What an operation did, in words. */
const effectOf = ({ refused, success, paid, isCharged }) =>
  refused === undefined
    ? `${success ? 'success' : 'failed'}, paid ${paid}, ${isCharged ? 'fee of the account' : 'no fee'}`
    : `refused: ${refused}`

/** The answers that are compared. */
const methods = { receipt: 'eth_getUserOperationReceipt', byHash: 'eth_getUserOperationByHash' }

/** What each operation has to do, whoever sends it. */
const wanted = {
  'upgrade and batch, sponsored': 'success, paid 0, no fee',
  batch: 'success, paid 5, fee of the account',
  plain: 'success, paid 7, fee of the account',
  'plain, sponsored': 'success, paid 1, no fee',
  'failing, with its gas given': 'failed, paid 0, fee of the account',
  'failing, estimated': 'refused: -32521',
}

/**
 * MetaMask's kit writes a single call by another function of the account, `execute` of one tuple,
 * which our paymaster does not pay. docs/contracts/api.md#paymaster
 */
const wantedOf = (signer, name) =>
  signer === "MetaMask's kit" && name === 'plain, sponsored' ? 'refused: -32501' : wanted[name]

/** Answers of both bundlers for an operation that both included, and for the same operation. */
async function compareAnswers(parts, label, ours, theirs) {
  const { ask, bundlers } = parts
  const found = []
  if (effectOf(ours) !== effectOf(theirs))
    found.push(`${label}: ours ${effectOf(ours)}, alto ${effectOf(theirs)}`)
  if (ours.hash === undefined || theirs.hash === undefined) return found
  for (const kind of Object.keys(methods))
    for (const text of differing(formOf(ours[kind]), formOf(theirs[kind])))
      found.push(`${label}, form of ${kind}: ${text}`)
  // what we included, as alto reads it from the chain
  for (const [kind, method] of Object.entries(methods)) {
    const again = await ask(bundlers.alto, method, [ours.hash])
    for (const text of differing(ours[kind], withoutEvent(lower(again.result))))
      found.push(`${label}, ${kind} of the same operation: ${text}`)
  }
  return found
}

/** Sends a batch of the wallet's frame through each bundler. */
async function compareFrame({ chain, ask, paymaster, bundlers }) {
  const rows = []
  for (const [name, bundler] of Object.entries(bundlers))
    for (const isSponsored of [true, false]) {
      const frame = await startFrame({ chain, ask, bundler, paymaster })
      const { client, address } = frame
      if (!isSponsored) await client.setBalance({ address, value: parseEther('1') })
      const states = []
      for (const data of ['0x01', '0x02']) {
        const { id } = await frame.sendCalls([{ to: sink, data }, { to: sink }], isSponsored)
        let status
        for (let tries = 0; tries < 200; tries++) {
          status = await frame.status(id)
          if (status.status !== 100) break
          await pause(50)
        }
        states.push(
          `${status.status} ${status.atomic} ${status.receipts?.length} ${status.receipts?.[0]?.status}`,
        )
      }
      rows.push({ name, isSponsored, result: states.join(', then ') })
    }
  return rows
}

/** @returns the differences */
export async function compare(parts) {
  const { outside, chain, print } = parts
  const differences = []
  const rows = []
  for (const signer of Object.keys(signers)) {
    const ours = await runOperations({ parts, signer, bundler: 'ours' })
    const theirs = await runOperations({ parts, signer, bundler: 'alto' })
    for (const [name, one] of Object.entries(ours.observed)) {
      const found = await compareAnswers(parts, `${signer}, ${name}`, one, theirs.observed[name])
      if (effectOf(one) !== wantedOf(signer, name))
        found.push(`${signer}, ${name}: ${effectOf(one)}, not ${wantedOf(signer, name)}`)
      differences.push(...found)
      rows.push([signer, name, effectOf(one), effectOf(theirs.observed[name]), found.length])
    }
    for (const [bundler, { owner }] of Object.entries({ ours, alto: theirs })) {
      const at = { node: chain.url, chainId: chain.chainId, owner, address: owner.address }
      const checks = {
        "MetaMask's kit takes it for its own": await outside.isOfMetaMask(at),
        ...(await outside.checkSignatures(at)),
      }
      for (const [name, isRight] of Object.entries(checks)) {
        rows.push([
          signer,
          name,
          bundler === 'ours' ? isRight : '',
          bundler === 'alto' ? isRight : '',
          isRight ? 0 : 1,
        ])
        if (!isRight) differences.push(`${signer}, upgraded by ${bundler}: ${name} is false`)
      }
    }
  }
  const frame = await compareFrame(parts).finally(closeFrames)
  for (const isSponsored of [true, false]) {
    const [ours, theirs] = ['ours', 'alto'].map(
      (name) => frame.find((row) => row.name === name && row.isSponsored === isSponsored)?.result,
    )
    const label = `upgrade and batch, then batch${isSponsored ? ', sponsored' : ''}`
    const isSame = ours === theirs && /^200 true 1 0x1, then 200 true 1 0x1$/.test(ours)
    if (!isSame) differences.push(`the wallet, ${label}: ours ${ours}, alto ${theirs}`)
    rows.push(['the wallet', label, ours, theirs, isSame ? 0 : 1])
  }
  print(
    'The same through both bundlers',
    ['signed by', 'what', 'ours', 'alto', 'differences'],
    rows,
  )
  return differences
}
