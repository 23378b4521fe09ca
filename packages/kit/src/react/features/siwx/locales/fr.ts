import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Se connecter',
    heading: 'Se connecter à {domain}',
    text: 'Signez un message avec {wallet} pour montrer que ce compte est le vôtre. Cela ne coûte rien et ne déplace rien.',
    required: 'Ce site en a besoin. Si vous annulez, votre wallet est déconnecté.',
    show: 'Voir le message',
    hide: 'Masquer le message',
    message: 'Texte du message',
    sign: 'Se connecter',
    waiting: 'Confirmez dans {wallet}',
    cancel: 'Annuler',
    retry: 'Réessayer',
    checkingTitle: 'Recherche de votre session',
    checkingText: 'Un instant.',
    unknownTitle: '{site} ne répond pas',
    unknownText:
      'Nous n’avons pas pu savoir si vous êtes identifié. Votre wallet est toujours connecté.',
    failed: '{site} n’a pas pu vous identifier.',
    clock: 'L’horloge de cet appareil semble fausse. Réglez la date et l’heure, puis réessayez.',
  },
} satisfies TextsOf<typeof words>
