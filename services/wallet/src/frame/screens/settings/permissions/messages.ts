import { defineMessages } from '@latchkey/words/messages'

/** Texts of the list of permissions in the settings. `{amount}` has its unit. */
export const messages = defineMessages('permissions', {
  about: 'What you let sites do without asking each time. The network enforces the limits.',
  empty: 'You have given no site a permission that still counts.',
  over: 'Over: {count}',
  count: 'Given to sites: {count}',
  partTitle: 'Some may be missing',
  partText: 'The wallet’s server does not answer. The list has only what this browser knows.',
  silentText: '{network}: what was taken, and what still counts, is not known now.',

  until: 'Until {time}',
  from: 'From {time}',
  active: 'Active',
  paused: 'Paused',
  pausedWhy: 'Your account is no smart account there now, or permissions are stopped there.',
  usedUp: 'Used up',
  ended: 'Ended by you',
  expired: 'Over since {time}',
  left: '{amount} left now',
  usesLeft: 'Uses left: {count}',

  state: 'State',
  taken: 'Taken',
  takenNow: 'Taken in this period',
  leftNow: 'Left now',
  used: 'Used',
  usedOf: '{used} of {total}',
  given: 'Given',
  end: 'End this permission',
  endAll: 'End all on {network}',
  endHeading: 'End this permission?',
  endAllHeading: 'End all permissions on {network}?',
  endAllText:
    'From then on no site can use a permission that you have given on {network}. Those on other networks stay.',
  sending: 'The network takes it up. That can take a minute.',
  done: 'It has ended, and no site can use it any more.',
  failed: 'It may still be on its way. Look at the list before you try again.',
  back: 'All permissions',
})
