import type { View } from '../modal/feature.ts'
import { Loading } from '../modal/Loading.tsx'
import { connect } from './connect/index.ts'
import type { ConnectViews } from './connect/index.ts'
import type { ConnectedViews } from './connected.ts'
import { connecting } from './connecting/index.ts'
import type { ConnectingViews } from './connecting/index.ts'
import { help } from './help/index.ts'
import type { HelpViews } from './help/index.ts'
import { networks } from './networks/index.ts'
import type { NetworkViews } from './networks/index.ts'
import { profile } from './profile/index.ts'
import type { ProfileViews } from './profile/index.ts'

/** Every screen of the modal with the parameters it takes. */
export type Views = ConnectViews & ConnectingViews & NetworkViews & HelpViews & ProfileViews & ConnectedViews

/** `Loading` stands for itself only in the gallery of screens. */
const views: object = { ...connect.views, ...connecting.views, ...networks.views, ...help.views, ...profile.views, Loading: { View: Loading } }

/** A screen by its name: of this table, else of the one that comes with the account. What it takes is tied to its name where it is pushed. */
export function viewOf(name: keyof Views): View<unknown> {
  return (views as { [name: string]: View<unknown> | undefined })[name] ?? { load: () => import('./connected.ts').then(({ loadView }) => loadView(name)) }
}
