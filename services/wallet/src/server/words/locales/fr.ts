import type { ServerTexts } from '../createTranslator.ts'

export default {
  moment: '{day}, {clock} UTC',
  fact: '{name} : {value}',
  site: 'Site',
  with: 'Avec',
  browser: 'Navigateur',
  saysItself: '{browser}, d’après lui-même',
  place: 'Lieu',
  time: 'Heure',
  removed: 'Retiré',
  by: 'Par',
  byAt: '{browser}, sur {site}',
  added: 'Ajouté',
  newAddress: 'Nouvelle adresse',
  never:
    'Personne ne vous demandera jamais ce code, ni par téléphone, ni par e-mail, ni par chat. Saisissez-le seulement là où vous l’avez demandé.',
  ignore: 'Si vous ne l’avez pas demandé, ignorez cet e-mail.',
  stolen:
    'Si vous ne l’avez pas demandé, quelqu’un utilise votre wallet dans ce navigateur : retirez l’appareil dans les réglages de votre wallet et ne donnez ce code à personne.',
  code: 'Votre code est {code}',
  codeText: 'Il vous connecte à {site} et est valable {minutes} minutes.',
  codeGives:
    'Toute personne qui a ce code ouvre le wallet de cette adresse dans le navigateur ci-dessus, ou l’y crée s’il n’existe pas encore.',
  codePage:
    'Vous saisissez le code dans une page de {site}, qui pourrait l’utiliser sur un autre appareil. Ne le saisissez que si vous faites confiance à ce site et si le navigateur ci-dessus est le vôtre.',
  codeWindow:
    'Ne saisissez le code que dans la fenêtre du wallet, dont l’adresse commence par {wallet}, et seulement si le navigateur ci-dessus est le vôtre.',
  madeTitle: 'Votre wallet est prêt',
  madeText:
    'Si vous perdez ce navigateur, connectez-vous sur un autre comme ici : le coffre de {operator} récupère alors votre wallet. Avec lui, {operator} pourrait aussi ouvrir votre wallet.',
  madeMore:
    'Sous « Récupération », dans les réglages de votre wallet, vous pouvez ajouter d’autres moyens.',
  deviceSubject: 'Est-ce vous ? Un nouvel appareil veut se connecter',
  deviceTitle: 'Un nouvel appareil veut se connecter à votre wallet',
  deviceText: 'Ouvrez ce lien pour l’approuver ou le refuser. Il est valable {minutes} minutes.',
  deviceButton: 'Approuver ou refuser',
  vaultSubject: 'Votre wallet est sur le point d’être récupéré',
  vaultTitle: 'Un appareil veut récupérer votre wallet',
  vaultText: 'Il recevra votre wallet à ce moment : {time}. Si c’est vous, il n’y a rien à faire.',
  vaultRefuse: 'Si ce n’est pas vous, refusez maintenant :',
  vaultButton: 'Ce n’est pas moi',
  recoveredTitle: 'Votre wallet a été récupéré sur un appareil',
  recoveredText:
    'Si ce n’est pas vous, déplacez tout de suite ce que contient votre wallet vers un autre wallet.',
  recoverySetTitle: 'La récupération de votre wallet a été modifiée',
  recoveryNew: 'Nouveau',
  password: 'Mot de passe de récupération',
  passkey: 'Clé d’accès',
  vaultOf: 'Le coffre de {operator}',
  recoverySetText:
    'Ce qui était configuré avant de la même façon ne récupère plus le wallet. Si ce n’est pas vous, quelqu’un utilise votre wallet sur ce navigateur : déplacez tout de suite ce qu’il contient vers un autre wallet.',
  removedTitle: 'Un appareil a été retiré de votre wallet',
  removedText:
    'Si ce n’est pas vous, quelqu’un peut se connecter à votre wallet : changez le mot de passe de votre messagerie et retirez l’appareil que vous ne connaissez pas.',
  joinedSubject: '{way} : nouvel accès à votre wallet',
  joinedTitle: 'Un accès a été ajouté à votre wallet',
  joinedText:
    'Si ce n’est pas vous, quelqu’un peut se connecter à votre wallet : retirez les appareils que vous ne connaissez pas et déplacez ce qu’il contient vers un autre wallet.',
  anAddress: 'Une adresse e-mail',
  leaveSubject: 'Votre code pour changer votre adresse est {code}',
  leaveText:
    'Il sert à remplacer l’adresse e-mail de votre wallet par {email} et est valable {minutes} minutes.',
  newSubject: 'Votre code pour une nouvelle adresse est {code}',
  newText:
    'Il sert à faire de celle-ci l’adresse e-mail d’un wallet sur {site} et est valable {minutes} minutes.',
  changedSubject: 'L’adresse de votre wallet a été changée',
  changedTitle: 'L’adresse e-mail de votre wallet a été changée',
  changedNow: 'Désormais, cette adresse n’ouvre plus le wallet.',
  changedTold:
    'Désormais, la nouvelle adresse ouvre aussi le wallet, et ce qui le concerne y est envoyé.',
  changedText:
    'Si ce n’est pas vous, déplacez tout de suite ce que contient votre wallet vers un autre wallet, dans un navigateur où il est encore ouvert.',
  deletionSubject: 'Votre code pour supprimer votre wallet est {code}',
  deletionText:
    'Il sert à supprimer votre wallet ici pour toujours et est valable {minutes} minutes.',
  deletedTitle: 'Votre wallet a été supprimé',
  deletedText:
    'Plus rien n’en est conservé ici. Votre phrase de récupération, si vous l’avez notée, ouvre toujours vos comptes dans tout autre wallet.',
  linkOver: 'Ce lien n’est plus valable',
  linkOverText:
    'Il a été utilisé, ou il est trop ancien. Si vous voulez vous connecter, recommencez sur le site.',
  approve: 'Approuver',
  refuse: 'Ce n’était pas moi',
  askTitle: 'Est-ce vous ?',
  askText:
    'Un nouvel appareil veut se connecter à votre wallet. Approuvez-le seulement si vous êtes en train de vous y connecter.',
  approved: 'Approuvé',
  approvedText: 'Revenez au site : l’appareil est connecté. Vous pouvez fermer cette page.',
  refuseTitle: 'Refuser cet appareil ?',
  refuseText: 'Il est déconnecté et ne reçoit pas votre wallet.',
  refused: 'Refusé',
  refusedText:
    'L’appareil n’entre pas dans votre wallet. Si vous revoyez ceci, quelqu’un lit vos e-mails : changez le mot de passe de votre messagerie.',
  loginOver: 'Cette connexion est terminée',
  loginOverText:
    'Elle a été utilisée, ou elle a duré trop longtemps. Fermez cette page et recommencez sur le site.',
  loginFailed: 'Vous n’êtes pas connecté',
  loginFailedText: 'La connexion a été annulée, ou elle a échoué.',
  loginDone: 'Presque terminé',
  loginDoneText: 'Cette fenêtre se ferme toute seule. Si elle reste ouverte, revenez au site.',
  loginCutOffText:
    'Votre navigateur sépare cette fenêtre du site : la connexion ne peut pas se terminer ici. Revenez au site et continuez dans son onglet.',
  goBack: 'Revenir à {site}',
  unbuilt: 'Le wallet n’est pas construit',
  unbuiltText: 'Sa page manque : l’exploitant doit la construire.',
  unknownProject: 'Projet inconnu',
  unknownProjectText:
    'Cette adresse a besoin de l’identifiant d’un projet que l’exploitant du wallet connaît.',
  window: 'Wallet de {operator}',
} satisfies ServerTexts
