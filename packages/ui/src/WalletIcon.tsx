import { Icon, Outline } from './icons.tsx'
import type { IconName } from './icons.tsx'

/** The paths of the icons that only the screens of an e-mail wallet use. */
const paths = {
  mail: 'M4.5 5h11A1.5 1.5 0 0 1 17 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 13.5v-7A1.5 1.5 0 0 1 4.5 5Zm-1 1.5L10 11l6.5-4.5',
  device:
    'M6.5 3.5h7A1.5 1.5 0 0 1 15 5v10a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 15V5a1.5 1.5 0 0 1 1.5-1.5ZM9 14h2',
  key: 'M12.75 11.5a4 4 0 1 0-3.9-3.1L3.5 13.75V16.5h2.75V14.5h2v-2h1.6a4 4 0 0 0 2.9-1ZM13.25 7v.01',
  lock: 'M5.5 9h9A1.5 1.5 0 0 1 16 10.5v4a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 14.5v-4A1.5 1.5 0 0 1 5.5 9ZM7 9V6.5a3 3 0 0 1 6 0V9',
  passkey:
    'M8 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 16.5v-1A3.5 3.5 0 0 1 6.5 12H9M14 11.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM14 11.5v5l1.5-1.25M14 13.5l1.25 1',
  history: 'M4 10a6 6 0 1 0 1.9-4.4L3.5 8M3.5 4.5V8H7M10 6.75V10l2.25 1.5',
  file: 'M6 3.5h5l4 4v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1ZM11 3.5v4h4',
  bin: 'M4 5.5h12M8 5.5V4h4v1.5M5.5 5.5l.75 10a1 1 0 0 0 1 1h5.5a1 1 0 0 0 1-1l.75-10M8.5 9v4.5M11.5 9v4.5',
  vault:
    'M5 3.5h10A1.5 1.5 0 0 1 16.5 5v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V5A1.5 1.5 0 0 1 5 3.5ZM10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM10 7.5V6M10 14v-1.5M12.5 10H14M6 10h1.5',
} as const

type OwnName = keyof typeof paths

/** The name of an icon. */
export type WalletIconName = OwnName | IconName

const isOwn = (name: WalletIconName): name is OwnName => name in paths

/** An outline icon: one of the e-mail wallet's own, or one that all screens share. */
export function WalletIcon({ name }: { name: WalletIconName }) {
  return isOwn(name) ? (
    <Outline d={paths[name]} isDirected={name === 'history'} />
  ) : (
    <Icon name={name} />
  )
}
