import type { ServerTexts } from '../createTranslator.ts'

export default {
  moment: '{day}, {clock} UTC',
  fact: '{name}: {value}',
  site: 'Sito',
  with: 'Con',
  browser: 'Browser',
  saysItself: '{browser}, secondo quanto dichiara',
  place: 'Luogo',
  time: 'Data e ora',
  removed: 'Rimosso',
  by: 'Da',
  byAt: '{browser}, su {site}',
  added: 'Aggiunto',
  newAddress: 'Nuovo indirizzo',
  never:
    'Nessuno ti chiederà mai questo codice, né per telefono, né per e-mail, né in chat. Inseriscilo solo dove lo hai chiesto.',
  ignore: 'Se non lo hai chiesto tu, ignora questa e-mail.',
  stolen:
    'Se non lo hai chiesto tu, qualcuno usa il tuo wallet su quel browser: rimuovi il dispositivo nelle impostazioni del wallet e non dare questo codice a nessuno.',
  code: 'Il tuo codice è {code}',
  codeText: 'Serve per accedere a {site} e vale {minutes} minuti.',
  codeGives:
    'Chi ha questo codice apre il wallet di questo indirizzo nel browser indicato sopra, o lo crea lì se non ce n’è ancora uno.',
  codePage:
    'Inserisci il codice in una pagina di {site}, che potrebbe usarlo su un altro dispositivo. Inseriscilo solo se ti fidi di quel sito e se il browser indicato sopra è il tuo.',
  codeWindow:
    'Inserisci il codice solo nella finestra del wallet stesso, il cui indirizzo inizia con {wallet}, e solo se il browser indicato sopra è il tuo.',
  madeTitle: 'Il tuo wallet è pronto',
  madeText:
    'Se perdi questo browser, accedi su un altro come hai fatto qui: la cassaforte di {operator} ti restituisce allora il wallet. Con essa {operator} potrebbe anche aprire il tuo wallet.',
  madeMore: 'In «Recupero», nelle impostazioni del tuo wallet, puoi aggiungere altri modi.',
  deviceSubject: 'Sei tu? Un nuovo dispositivo vuole accedere',
  deviceTitle: 'Un nuovo dispositivo vuole accedere al tuo wallet',
  deviceText: 'Apri questo link per approvarlo o rifiutarlo. Vale {minutes} minuti.',
  deviceButton: 'Approva o rifiuta',
  vaultSubject: 'Il tuo wallet sta per essere recuperato',
  vaultTitle: 'Un dispositivo vuole recuperare il tuo wallet',
  vaultText: 'Riceverà il tuo wallet il {time}. Se sei tu, non devi fare nulla.',
  vaultRefuse: 'Se non sei tu, rifiuta ora:',
  vaultButton: 'Non sono io',
  recoveredTitle: 'Il tuo wallet è stato recuperato su un dispositivo',
  recoveredText: 'Se non sei tu, sposta subito ciò che contiene il tuo wallet in un altro wallet.',
  recoverySetTitle: 'Il recupero del tuo wallet è stato modificato',
  recoveryNew: 'Nuovo',
  password: 'Password di recupero',
  passkey: 'Passkey',
  vaultOf: 'La cassaforte di {operator}',
  recoverySetText:
    'Ciò che era impostato prima nello stesso modo non recupera più il wallet. Se non sei tu, qualcuno usa il tuo wallet su quel browser: sposta subito ciò che contiene in un altro wallet.',
  removedTitle: 'Un dispositivo è stato rimosso dal tuo wallet',
  removedText:
    'Se non sei tu, qualcuno può accedere al tuo wallet: cambia la password della tua e-mail e rimuovi il dispositivo che non conosci.',
  joinedSubject: '{way} ora apre il tuo wallet',
  joinedTitle: 'Al tuo wallet è stato aggiunto un accesso',
  joinedText:
    'Se non sei tu, qualcuno può accedere al tuo wallet: rimuovi i dispositivi che non conosci e sposta ciò che contiene in un altro wallet.',
  anAddress: 'Un indirizzo e-mail',
  leaveSubject: 'Il tuo codice per cambiare indirizzo è {code}',
  leaveText:
    'Serve per cambiare l’indirizzo e-mail del tuo wallet in {email} e vale {minutes} minuti.',
  newSubject: 'Il tuo codice per un nuovo indirizzo è {code}',
  newText:
    'Serve per rendere questo l’indirizzo e-mail di un wallet su {site} e vale {minutes} minuti.',
  changedSubject: 'L’indirizzo del tuo wallet è stato cambiato',
  changedTitle: 'L’indirizzo e-mail del tuo wallet è stato cambiato',
  changedNow: 'Da ora questo indirizzo non apre più il wallet.',
  changedTold:
    'Da ora anche il nuovo indirizzo apre il wallet, e ciò che riguarda il wallet viene inviato lì.',
  changedText:
    'Se non sei tu, sposta subito ciò che contiene il tuo wallet in un altro wallet, su un browser in cui è ancora aperto.',
  deletionSubject: 'Il tuo codice per eliminare il wallet è {code}',
  deletionText: 'Serve per eliminare per sempre il tuo wallet da qui e vale {minutes} minuti.',
  deletedTitle: 'Il tuo wallet è stato eliminato',
  deletedText:
    'Qui non è salvato più nulla. La tua frase di recupero, se l’hai salvata, apre ancora i tuoi account in ogni altro wallet.',
  linkOver: 'Questo link non vale più',
  linkOverText: 'È stato usato, o è troppo vecchio. Se vuoi accedere, ricomincia dal sito.',
  approve: 'Approva',
  refuse: 'Non ero io',
  askTitle: 'Sei tu?',
  askText:
    'Un nuovo dispositivo vuole accedere al tuo wallet. Approvalo solo se stai effettuando l’accesso lì proprio ora.',
  approved: 'Approvato',
  approvedText:
    'Torna al sito: il dispositivo ha effettuato l’accesso. Puoi chiudere questa pagina.',
  refuseTitle: 'Rifiutare questo dispositivo?',
  refuseText: 'Viene disconnesso e non riceve il tuo wallet.',
  refused: 'Rifiutato',
  refusedText:
    'Il dispositivo non entra nel tuo wallet. Se lo vedi di nuovo, qualcuno legge la tua e-mail: cambia la sua password.',
  loginOver: 'Questo accesso non vale più',
  loginOverText:
    'È stato usato, o ha richiesto troppo tempo. Chiudi questa pagina e ricomincia dal sito.',
  loginFailed: 'Accesso non effettuato',
  loginFailedText: 'L’accesso è stato annullato o non è riuscito.',
  loginDone: 'Quasi fatto',
  loginDoneText: 'Questa finestra si chiude da sola. Se resta aperta, torna al sito.',
  loginCutOffText:
    'Il tuo browser tiene questa finestra separata dal sito, quindi l’accesso non può finire qui. Torna al sito e continua nella sua scheda.',
  goBack: 'Torna a {site}',
  unbuilt: 'Il wallet non è stato compilato',
  unbuiltText: 'Manca la sua pagina: deve compilarla il gestore.',
  unknownProject: 'Progetto sconosciuto',
  unknownProjectText:
    'Questo indirizzo richiede l’ID di un progetto che il gestore del wallet conosce.',
  window: 'Wallet di {operator}',
} satisfies ServerTexts
