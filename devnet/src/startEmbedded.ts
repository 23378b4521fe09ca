import { Closers } from './closers.ts'
import type { Deployment } from './deployment.ts'
import { startCompanies } from './startCompanies.ts'
import type { Devnet } from './startDevnet.ts'
import { startFarcasterRelay } from './startFarcasterRelay.ts'
import { startMail } from './startMail.ts'
import { startWallet } from './startWallet.ts'

type Options = {
  devnet: Devnet
  /** The address of the API, whose bundler, paymaster and prices the wallet uses. */
  api: string
  /** The folder with the frame's built page. */
  pages: string
  /** Origins of the operator's own sites, in whose pages visitors approve. */
  own: readonly string[]
  /** Returns the port to use for a part that prefers `port`. */
  preferred: (port: number) => number
  stateDir: string | undefined
  fresh: boolean | undefined
}

/** The addresses of the parts of the embedded wallet. A part that does not run is absent. */
export type EmbeddedAddresses = {
  /** The embedded wallet. */
  wallet?: string
  /** The mails of the embedded wallet; `/messages.json?to=` has them as JSON. */
  inbox?: string
  /** The fake companies by whose accounts visitors log in to the embedded wallet. */
  companies?: string
  /** The fake relay of Farcaster, with its page on which a person approves. */
  farcaster?: string
}

/** Starts the embedded wallet, its mail server, and the fake companies and Farcaster for logins. */
export async function startEmbedded(options: Options): Promise<{
  addresses: EmbeddedAddresses
  close: () => Promise<void>
}> {
  const { devnet, api, pages, own, preferred, stateDir, fresh } = options
  const closers = new Closers()
  try {
    const mail = await startMail({ port: preferred(8025) })
    closers.add(mail.close)
    const companies = await startCompanies({ port: preferred(8026) })
    closers.add(companies.close)
    const [first] = devnet.chains
    const farcaster =
      first && (await startFarcasterRelay({ port: preferred(8027), chain: first.url }))
    if (farcaster) closers.add(farcaster.close)
    const changed = {
      socials: companies.socials,
      ...(farcaster && { farcaster: farcaster.options }),
      paymasters: [new URL(api).origin],
      ownPaymaster: `${new URL(api).origin}/v1/paymaster`,
      pricesUrl: api,
    }
    const wallet = await startWallet({
      port: preferred(8789),
      pages,
      smtp: mail.smtp,
      networks: networksOf(devnet, api),
      own,
      stateDir,
      fresh,
      changed,
    })
    closers.add(wallet.close)
    return {
      addresses: {
        wallet: wallet.url,
        inbox: mail.url,
        companies: companies.url,
        ...(farcaster && { farcaster: farcaster.url }),
      },
      close: () => closers.close(),
    }
  } catch (error) {
    await closers.close()
    throw error
  }
}

/** The networks of the wallet. Those of EVM have the API's bundler. */
const networksOf = ({ chains, solana, bitcoin, polkadot }: Devnet, api: string) => [
  ...chains.map((chain) => ({
    ...networkOf(chain),
    bundlerUrl: `${api}/v1/bundler?chainId=${encodeURIComponent(chain.networkId)}`,
  })),
  ...(solana ? [networkOf(solana)] : []),
  ...(bitcoin ? [networkOf(bitcoin)] : []),
  ...(polkadot ? [networkOf(polkadot)] : []),
]

const networkOf = ({
  networkId,
  deployment,
  url,
}: {
  networkId: string
  deployment: Pick<Deployment, 'name' | 'nativeCurrency'>
  url: string
}) => {
  const { symbol, decimals } = deployment.nativeCurrency
  return { networkId, name: deployment.name, currency: { symbol, decimals }, rpcUrls: [url] }
}
