// The parts of `npm run accounts`, over one chain of the devnet.
import { privateKeyToAccount, mnemonicToAccount } from 'viem/accounts'
import { toHex } from 'viem'
import { executor, developmentMnemonic } from '../../devnet/src/accounts.ts'
import { startDevnet } from '../../devnet/src/startDevnet.ts'
import { chainOfDeployment } from '../../devnet/src/chainOfDeployment.ts'
import { fundSmartAccounts } from '../../devnet/src/fundSmartAccounts.ts'
import { createApi } from '../../services/api/src/createApi.ts'
import { smartAccountsFor } from '../../services/api/src/testing/smartAccountsOn.ts'
import { compare } from './compare.mjs'
import { load } from './load.mjs'
import { measure } from './measure.mjs'
import { compareSessions } from './sessions.mjs'

/** Prints a table in Markdown. */
function print(title, head, rows) {
  console.log(`\n## ${title}\n\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}

const keyOf = (addressIndex) =>
  toHex(mnemonicToAccount(developmentMnemonic, { addressIndex }).getHdKey().privateKey)

/** @returns the exit code: 1 if there was a difference */
export async function runAccounts({ outside, startAlto, ask, isWanted }) {
  const devnet = await startDevnet({ ports: 'free' })
  const [chain] = devnet.chains
  await Promise.all(devnet.chains.map(fundSmartAccounts))
  const api = createApi({
    chains: [chainOfDeployment(chain.deployment, chain.url)],
    limits: { loopDelay: false },
    rateLimit: false,
    ...smartAccountsFor([chain]),
  })
  const { url } = await api.listen({ port: 0 })
  const needsAlto = isWanted('compare') || isWanted('measure')
  const alto = needsAlto
    ? await startAlto(chain.url, chain.deployment.smartAccounts.entryPoint, [keyOf(7), keyOf(6)])
    : undefined
  const query = `?projectId=shop&chainId=${encodeURIComponent(chain.networkId)}`
  const parts = {
    outside,
    ask,
    print,
    chain,
    api: url,
    paymaster: `${url}/v1/paymaster${query}`,
    bundlers: { ours: `${url}/v1/bundler${query}`, alto: alto?.url },
    executor: privateKeyToAccount(executor.privateKey),
  }
  const differences = []
  try {
    if (isWanted('compare')) differences.push(...(await compare(parts)))
    if (isWanted('measure')) await measure(parts)
    alto?.stop()
    // sets the chain's clock, so that nothing else may use the chain meanwhile
    if (isWanted('sessions')) differences.push(...(await compareSessions(parts)))
    if (isWanted('load')) differences.push(...(await load(parts)))
  } finally {
    alto?.stop()
    await api.close()
    await devnet.close()
  }
  console.log(
    differences.length
      ? `\n${differences.length} differences:\n${differences.join('\n')}`
      : '\nNo difference.',
  )
  return differences.length ? 1 : 0
}
