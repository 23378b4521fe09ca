import type { ServerTexts } from '../createTranslator.ts'

export default {
  moment: '{day}, {clock} UTC',
  fact: '{name}: {value}',
  site: 'Seite',
  with: 'Mit',
  browser: 'Browser',
  saysItself: '{browser}, nach eigener Angabe',
  place: 'Ort',
  time: 'Zeit',
  removed: 'Entfernt',
  by: 'Von',
  byAt: '{browser}, auf {site}',
  added: 'Hinzugefügt',
  newAddress: 'Neue Adresse',
  never:
    'Niemand wird dich je nach diesem Code fragen, weder am Telefon noch per E-Mail oder im Chat. Gib ihn nur dort ein, wo du ihn angefordert hast.',
  ignore: 'Wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren.',
  stolen:
    'Wenn du ihn nicht angefordert hast, nutzt jemand deine Wallet in diesem Browser: Entferne das Gerät in den Einstellungen deiner Wallet und gib diesen Code niemandem.',
  code: 'Dein Code ist {code}',
  codeText: 'Er meldet dich bei {site} an und gilt {minutes} Minuten.',
  codeGives:
    'Wer diesen Code hat, öffnet die Wallet dieser Adresse in dem oben genannten Browser oder erstellt sie dort, wenn es noch keine gibt.',
  codePage:
    'Du gibst den Code auf einer Seite von {site} ein, die ihn auf einem anderen Gerät benutzen könnte. Gib ihn nur ein, wenn du dieser Seite vertraust und der oben genannte Browser deiner ist.',
  codeWindow:
    'Gib den Code nur im eigenen Fenster der Wallet ein, dessen Adresse mit {wallet} beginnt, und nur, wenn der oben genannte Browser deiner ist.',
  madeTitle: 'Deine Wallet ist bereit',
  madeText:
    'Wenn du diesen Browser verlierst, melde dich in einem anderen so an wie hier: Der Tresor von {operator} bringt deine Wallet dann zurück. Mit ihm könnte {operator} deine Wallet auch selbst öffnen.',
  madeMore:
    'Unter „Wiederherstellung“ in den Einstellungen deiner Wallet kannst du andere Wege hinzufügen.',
  deviceSubject: 'Bist du das? Ein neues Gerät will sich anmelden',
  deviceTitle: 'Ein neues Gerät will sich bei deiner Wallet anmelden',
  deviceText: 'Öffne diesen Link, um es zu bestätigen oder abzulehnen. Er gilt {minutes} Minuten.',
  deviceButton: 'Bestätigen oder ablehnen',
  vaultSubject: 'Deine Wallet wird bald wiederhergestellt',
  vaultTitle: 'Ein Gerät will deine Wallet wiederherstellen',
  vaultText: 'Es bekommt deine Wallet am {time}. Wenn du das bist, musst du nichts tun.',
  vaultRefuse: 'Wenn du das nicht bist, lehne es jetzt ab:',
  vaultButton: 'Das bin ich nicht',
  recoveredTitle: 'Deine Wallet wurde auf einem Gerät wiederhergestellt',
  recoveredText:
    'Wenn du das nicht warst, bring sofort alles, was in deiner Wallet ist, in eine andere Wallet.',
  recoverySetTitle: 'Die Wiederherstellung deiner Wallet wurde geändert',
  recoveryNew: 'Neu',
  password: 'Wiederherstellungspasswort',
  passkey: 'Passkey',
  vaultOf: 'Der Tresor von {operator}',
  recoverySetText:
    'Was vorher auf dieselbe Art eingerichtet war, bringt die Wallet nicht mehr zurück. Wenn du das nicht warst, nutzt jemand deine Wallet in diesem Browser: Bring sofort alles, was darin ist, in eine andere Wallet.',
  removedTitle: 'Ein Gerät wurde von deiner Wallet entfernt',
  removedText:
    'Wenn du das nicht warst, kann sich jemand bei deiner Wallet anmelden: Ändere das Passwort deines E-Mail-Kontos und entferne das Gerät, das du nicht kennst.',
  joinedSubject: '{way} öffnet jetzt deine Wallet',
  joinedTitle: 'Deine Wallet hat einen weiteren Zugang',
  joinedText:
    'Wenn du das nicht warst, kann sich jemand bei deiner Wallet anmelden: Entferne die Geräte, die du nicht kennst, und bring alles, was darin ist, in eine andere Wallet.',
  anAddress: 'Eine E-Mail-Adresse',
  leaveSubject: 'Dein Code zum Ändern deiner Adresse ist {code}',
  leaveText:
    'Mit ihm wird die E-Mail-Adresse deiner Wallet in {email} geändert. Er gilt {minutes} Minuten.',
  newSubject: 'Dein Code für eine neue Adresse ist {code}',
  newText:
    'Mit ihm wird dies die E-Mail-Adresse einer Wallet auf {site}. Er gilt {minutes} Minuten.',
  changedSubject: 'Die Adresse deiner Wallet wurde geändert',
  changedTitle: 'Die E-Mail-Adresse deiner Wallet wurde geändert',
  changedNow: 'Von jetzt an öffnet diese Adresse die Wallet nicht mehr.',
  changedTold:
    'Von jetzt an öffnet auch die neue Adresse die Wallet, und was die Wallet betrifft, wird dorthin gemailt.',
  changedText:
    'Wenn du das nicht warst, bring sofort alles, was in deiner Wallet ist, in eine andere Wallet, in einem Browser, in dem sie noch offen ist.',
  deletionSubject: 'Dein Code zum Löschen deiner Wallet ist {code}',
  deletionText: 'Mit ihm wird deine Wallet hier für immer gelöscht. Er gilt {minutes} Minuten.',
  deletedTitle: 'Deine Wallet wurde gelöscht',
  deletedText:
    'Hier ist nichts mehr von ihr gespeichert. Deine Wiederherstellungsphrase, wenn du sie gesichert hast, öffnet deine Konten weiterhin in jeder anderen Wallet.',
  linkOver: 'Dieser Link gilt nicht mehr',
  linkOverText:
    'Er wurde benutzt oder ist zu alt. Wenn du dich anmelden willst, beginne auf der Seite von vorn.',
  approve: 'Bestätigen',
  refuse: 'Ich war das nicht',
  askTitle: 'Bist du das?',
  askText:
    'Ein neues Gerät will sich bei deiner Wallet anmelden. Bestätige es nur, wenn du dich dort gerade selbst anmeldest.',
  approved: 'Bestätigt',
  approvedText:
    'Geh zurück zur Seite: Das Gerät ist angemeldet. Du kannst dieses Fenster schließen.',
  refuseTitle: 'Dieses Gerät ablehnen?',
  refuseText: 'Es wird abgemeldet und bekommt deine Wallet nicht.',
  refused: 'Abgelehnt',
  refusedText:
    'Das Gerät kommt nicht in deine Wallet. Wenn du das noch einmal siehst, liest jemand deine E-Mails: Ändere das Passwort deines E-Mail-Kontos.',
  loginOver: 'Diese Anmeldung ist vorbei',
  loginOverText:
    'Sie wurde benutzt oder hat zu lange gedauert. Schließ dieses Fenster und beginne auf der Seite von vorn.',
  loginFailed: 'Du bist nicht angemeldet',
  loginFailedText: 'Die Anmeldung wurde abgebrochen oder ist fehlgeschlagen.',
  loginDone: 'Fast fertig',
  loginDoneText:
    'Dieses Fenster schließt sich von selbst. Wenn es offen bleibt, geh zurück zur Seite.',
  loginCutOffText:
    'Dein Browser trennt dieses Fenster von der Seite, deshalb kann die Anmeldung hier nicht enden. Geh zurück zur Seite und mach in ihrem Tab weiter.',
  goBack: 'Zurück zu {site}',
  unbuilt: 'Die Wallet ist nicht gebaut',
  unbuiltText: 'Ihre Seite fehlt: Der Betreiber muss sie bauen.',
  unknownProject: 'Unbekanntes Projekt',
  unknownProjectText:
    'Diese Adresse braucht die ID eines Projekts, das der Betreiber der Wallet kennt.',
  window: 'Wallet von {operator}',
} satisfies ServerTexts
