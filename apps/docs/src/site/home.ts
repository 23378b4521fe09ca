import { html, raw } from './html.ts'
import type { Html } from './html.ts'
import type { Highlight } from './highlight.ts'
import type { PageParts } from './layout.ts'
import type { PictureOf } from './textPages.ts'

const code = `import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { base, mainnet } from 'viem/chains'

const kit = createKit({
  metadata: { name: 'My site', url: 'https://example.org' },
  networks: [mainnet, base],
  adapters: [evm()],
  services: { api: 'https://api.example.org' },
})

export const App = () => (
  <KitProvider kit={kit}>
    <ConnectButton />
  </KitProvider>
)`

/**
 * The pictures of the start page: the file in `docs/pictures`, its description, and its name in the
 * style sheet.
 */
const pictures = [
  {
    file: 'account.png',
    alt: 'The account: its total, its tokens and what each is worth, with the buttons Buy, Swap, Receive and Send',
    name: 'account',
  },
  {
    file: 'connect.png',
    alt: 'The modal lists the wallets of the browser, phones and the catalogue',
    name: 'connect',
  },
  {
    file: 'swap.png',
    alt: 'A swap with its rate, the least that arrives and its fees',
    name: 'swap',
  },
] as const

const cards = [
  {
    href: 'guide.html#buttons',
    title: 'A button and a modal',
    text: 'Wallets of the browser, phones by QR code, a catalogue with search. Dark, light, your colours; languages from left to right and from right to left; keyboard and screen reader.',
  },
  {
    href: 'embedded.html',
    title: 'A wallet by e-mail',
    text: 'Visitors without a wallet log in with an e-mail address or an account they have. Keys are split, and you host the service.',
  },
  {
    href: 'siwx.html',
    title: 'Sign in',
    text: 'One signature proves the account, on your own server or in the browser. Hono, Express, Next or any runtime.',
  },
  {
    href: 'guide.html#several-kinds-of-chain',
    title: 'Solana, Bitcoin and Polkadot',
    text: 'Beside Ethereum or alone. The same screens, the same hooks. An account on each kind of chain at the same time.',
  },
  {
    href: 'swap.html',
    title: 'Swap',
    text: 'Offers side by side. Each transaction is tried on a node before the wallet is asked.',
  },
  {
    href: 'onramp.html',
    title: 'Buy',
    text: 'Several sellers in one list, an order that is followed until the tokens arrive, and a sandbox with test cards.',
  },
  {
    href: 'headless.html',
    title: 'Your own interface',
    text: 'Everything the modal does is a typed function or a hook. Use the screens, some of them, or none.',
  },
  {
    href: 'testing.html',
    title: 'Tests without luck',
    text: 'Wallets that refuse, hang or lie when told to, services that fail, a clock that your test moves.',
  },
  {
    href: 'api.html',
    title: 'Your own services',
    text: 'API, relay and e-mail wallet run on your machines. No account at a vendor, no key, no quota.',
  },
] as const

const kits = [
  ['from-rainbowkit.html', 'RainbowKit'],
  ['from-connectkit.html', 'ConnectKit'],
  ['from-appkit.html', 'AppKit'],
] as const

/**
 * Reads the sizes from the README's tables, so that they are written in only one place. @throws
 * Error if the README does not contain them
 */
export function sizesOf(readme: string): { button: string; code: string } {
  const sizeOf = (moment: string) => {
    const [, size] =
      new RegExp(`^\\| ${moment}[^|]*\\|[^|]*\\| ([\\d.]+ kB) \\|$`, 'm').exec(readme) ?? []
    if (size === undefined) throw new Error(`README.md says no size for “${moment}”`)
    return size
  }
  return { button: sizeOf('the button is ready'), code: sizeOf('the QR code shows') }
}

/** Returns the start page. */
export const homePage = (
  highlight: Highlight,
  readme: string,
  pictureOf: PictureOf,
): PageParts => ({
  address: 'index.html',
  title: 'Latchkey',
  summary:
    'One button and one modal for React sites: connect a wallet or open one by e-mail. MIT, no account, no key.',
  content: home(highlight, readme, pictureOf),
  hasNav: false,
  kind: 'home',
})

/** Returns the content of `<main>` for the start page. */
function home(highlight: Highlight, readme: string, pictureOf: PictureOf): Html {
  const sizes = sizesOf(readme)
  return html`<section class="hero">
<div class="hero-words">
<h1>The wallet button that needs no vendor</h1>
<p class="lead">One button and one modal for React sites. Visitors connect the wallet they have or open one by e-mail, then see, swap, buy, send and receive. MIT, no account, no key, no request that you did not ask for.</p>
<p class="actions"><a class="button primary" href="start.html">Start in five minutes</a><a class="button" href="playground.html">Open the playground</a></p>
</div>
<div class="shots">${pictures.map(({ file, alt, name }) => {
    const { src, width, height } = pictureOf(file)
    return html`<div class="shot shot-${name}"><img src="${src}" width="${width}" height="${height}" alt="${alt}" decoding="async"></div>`
  })}</div>
</section>
<section class="band" aria-labelledby="ten-lines">
<div class="band-words">
<h2 id="ten-lines">All the code of a first site</h2>
<p>A typed kit, a provider, a button. A wrong option throws an error that names it and says how to correct it.</p>
<ul class="facts">
<li><strong>${sizes.button}</strong> <span>loaded when the button is ready, React not counted</span></li>
<li><strong>${sizes.code}</strong> <span>loaded when the QR code shows, with our own WalletConnect client</span></li>
<li><strong>0</strong> <span>requests to hosts other than your own before the first click</span></li>
</ul>
</div>
<div class="code"><pre tabindex="0"><code>${raw(highlight(code, 'tsx'))}</code></pre></div>
</section>
<section aria-labelledby="what">
<h2 id="what">What is in it</h2>
<ul class="cards">${cards.map(({ href, title, text }) => html`<li><a class="card" href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`)}</ul>
</section>
<section class="moving" aria-labelledby="moving">
<h2 id="moving">You have another kit?</h2>
<p>What becomes of each option, component and hook, and code before and after:</p>
<p class="actions">${kits.map(([href, name]) => html`<a class="button" href="${href}">From ${name}</a>`)}</p>
</section>`
}
