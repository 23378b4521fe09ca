import { Outline } from './icons.tsx'

const paths = {
  send: 'M10 16V4.5M5 9l5-5 5 5',
  receive: 'M10 3.5V12M5.5 8l4.5 4.5L14.5 8M4 16.5h12',
  choose: 'm5 7.5 5 5 5-5',
} as const

export type ActionIconName = keyof typeof paths

/** The outline icon of something that is done with an account. */
export const ActionIcon = ({ name }: { name: ActionIconName }) => <Outline d={paths[name]} />
