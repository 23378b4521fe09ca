import type { FakeAdapterOptions } from 'latchkey/testing'
import type { ScreenState } from './screenState.ts'

const login = {
  id: 'login',
  name: 'Ferry Lane login',
  type: 'auth',
  logins: { email: true, socials: [] },
} as const
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const zone = 'reown.id'
const long = `${'the-bakery-at-the-end-of-'.repeat(3)}`.slice(0, 60)

const adapter = (more: Partial<FakeAdapterOptions> = {}): FakeAdapterOptions => ({
  connectors: [login],
  connected: [login.id],
  ...more,
})
const record = (name: string, address: string) => ({
  name,
  registered_at: '2026-01-05T10:00:00Z',
  updated_at: null,
  attributes: {},
  addresses: { 60: { address, created_at: '2026-01-05T10:00:00Z' } },
})
const suggesting = (...names: readonly (readonly [name: string, registered?: boolean])[]) => ({
  '/profile/suggestions': {
    suggestions: names.map(([name, registered = false]) => ({ name, registered })),
  },
})
const words = ['marina-bakery', 'marinade', 'marinas', 'marinara'].map(
  (word) => [`${word}.${zone}`] as const,
)

const typing = (state: string, typed: string, more: Partial<ScreenState> = {}): ScreenState => ({
  view: 'RegisterAccountName',
  state,
  adapter: adapter(),
  typed,
  later: 1_000,
  ...more,
})
const registering = (
  state: string,
  more: Partial<ScreenState>,
  name = `marina.${zone}`,
): ScreenState => ({
  view: 'RegisterAccountNameSuccess',
  state,
  params: { name },
  adapter: adapter(),
  later: 1_000,
  ...more,
})

/** The screens of registering a name. */
export const names: readonly ScreenState[] = [
  {
    view: 'Account',
    state: 'that may have a name',
    adapter: adapter(),
    answers: { '/identity': { name: null, avatar: null } },
  },
  { view: 'ChooseAccountName', state: 'what it is for', adapter: adapter() },
  {
    view: 'ChooseAccountName',
    state: 'in a long zone',
    adapter: adapter(),
    options: { features: { names: { zone: 'harbour-bakeries-and-mills.example' } } },
  },
  {
    view: 'ChooseAccountName',
    state: 'not for this account',
    adapter: { connectors: [{ id: 'io.metamask', name: 'MetaMask' }], connected: ['io.metamask'] },
  },
  { view: 'RegisterAccountName', state: 'nothing typed', adapter: adapter() },
  typing('too short', 'mar'),
  typing('letters that names cannot have', 'marina & co'),
  typing('being looked up', 'marina', { later: 0 }),
  typing('free, with suggestions', 'marina', {
    answers: { ...suggesting([`marina.${zone}`], ...words), '/profile/account': [] },
  }),
  typing('taken, with suggestions', 'marina', {
    answers: {
      ...suggesting([`marina.${zone}`, true], ...words),
      '/profile/account': record(`marina.${zone}`, other),
    },
  }),
  typing('one’s own', 'marina', {
    answers: { ...suggesting(), '/profile/account': record(`marina.${zone}`, self) },
  }),
  typing('long, in a long zone', long, {
    options: { features: { names: { zone: 'harbour-bakeries.example' } } },
    answers: { ...suggesting([`${long}ly.harbour-bakeries.example`]), '/profile/account': [] },
  }),
  typing('no suggestions', 'marina', {
    answers: { '/profile/account': [] },
    broken: 'suggestions',
  }),
  typing('out of reach', 'marina', { broken: 'profile' }),
  registering('declined in the wallet', {
    adapter: adapter({ sign: 'userRejected' }),
    answers: { ...suggesting(), '/profile/account': [] },
  }),
  registering('answered too late', {
    adapter: adapter({ sign: 'walletTimeout' }),
    answers: { ...suggesting(), '/profile/account': [] },
  }),
  registering('refused by the service', { broken: 'profile/account' }),
  registering('service out of reach', { api: 'nonsense' }),
  registering('waiting for the wallet', { adapter: adapter({ sign: 'hang' }) }),
  registering('done', { answers: { '/profile/account': record(`marina.${zone}`, self) } }),
  registering(
    'done, a long name',
    { answers: { '/profile/account': record(`${long}.${zone}`, self) } },
    `${long}.${zone}`,
  ),
]
