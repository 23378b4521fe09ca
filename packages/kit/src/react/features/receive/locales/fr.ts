import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Recevoir' },
  receive: {
    title: 'Recevoir',
    code: 'Code avec votre adresse',
    requestCode: 'Code qui demande {amount}',
    copy: 'Copier l’adresse',
    copied: 'Adresse copiée',
    copyFailed: 'Ce navigateur ne permet pas de copier',
    copyLink: 'Copier le lien de paiement',
    linkCopied: 'Lien de paiement copié',
    share: 'Partager',
    ask: 'Demander un montant',
    amount: 'Montant',
    token: 'Jeton',
    invalid: 'Ce n’est pas un montant.',
    only: 'Pour ces réseaux seulement : {networks}',
    onlyOne: 'Pour ce réseau seulement : {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
