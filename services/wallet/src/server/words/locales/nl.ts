import type { ServerTexts } from '../createTranslator.ts'

export default {
  moment: '{day}, {clock} UTC',
  fact: '{name}: {value}',
  site: 'Site',
  with: 'Met',
  browser: 'Browser',
  saysItself: '{browser}, volgens eigen opgave',
  place: 'Plaats',
  time: 'Tijd',
  removed: 'Verwijderd',
  by: 'Door',
  byAt: '{browser}, op {site}',
  added: 'Toegevoegd',
  newAddress: 'Nieuw adres',
  never:
    'Niemand zal je ooit om deze code vragen, niet per telefoon, niet per e-mail en niet in een chat. Voer de code alleen in waar je erom hebt gevraagd.',
  ignore: 'Heb je er niet om gevraagd, negeer deze e-mail dan.',
  stolen:
    'Heb je er niet om gevraagd, dan gebruikt iemand je wallet in die browser: verwijder het apparaat in de instellingen van je wallet en geef deze code aan niemand.',
  code: 'Je code is {code}',
  codeText: 'Hiermee log je in bij {site}. De code is {minutes} minuten geldig.',
  codeGives:
    'Wie deze code heeft, opent de wallet van dit adres in de browser hierboven, of maakt die daar aan als er nog geen is.',
  codePage:
    'Je voert de code in op een pagina van {site}, die hem op een ander apparaat zou kunnen gebruiken. Voer hem alleen in als je die site vertrouwt en de browser hierboven van jou is.',
  codeWindow:
    'Voer de code alleen in het eigen venster van de wallet in, waarvan het adres begint met {wallet}, en alleen als de browser hierboven van jou is.',
  madeTitle: 'Je wallet is klaar',
  madeText:
    'Als je deze browser kwijtraakt, log dan in een andere in zoals je hier deed: de kluis van {operator} brengt je wallet dan terug. Daarmee zou {operator} je wallet zelf kunnen openen.',
  madeMore: 'Onder ‘Herstel’ in de instellingen van je wallet kun je andere manieren toevoegen.',
  deviceSubject: 'Ben jij dit? Een nieuw apparaat wil inloggen',
  deviceTitle: 'Een nieuw apparaat wil inloggen op je wallet',
  deviceText:
    'Open deze link om het goed te keuren of te weigeren. De link is {minutes} minuten geldig.',
  deviceButton: 'Goedkeuren of weigeren',
  vaultSubject: 'Je wallet wordt binnenkort hersteld',
  vaultTitle: 'Een apparaat wil je wallet herstellen',
  vaultText: 'Het krijgt je wallet op {time}. Ben jij dit, dan hoef je niets te doen.',
  vaultRefuse: 'Ben jij dit niet, weiger het dan nu:',
  vaultButton: 'Dit ben ik niet',
  recoveredTitle: 'Je wallet is hersteld op een apparaat',
  recoveredText:
    'Ben jij dit niet, verplaats dan meteen alles uit je wallet naar een andere wallet.',
  recoverySetTitle: 'Het herstel van je wallet is gewijzigd',
  recoveryNew: 'Nieuw',
  password: 'Herstelwachtwoord',
  passkey: 'Passkey',
  vaultOf: 'De kluis van {operator}',
  recoverySetText:
    'Wat eerder op dezelfde manier was ingesteld, brengt de wallet niet meer terug. Ben jij dit niet, dan gebruikt iemand je wallet in die browser: verplaats meteen alles naar een andere wallet.',
  removedTitle: 'Een apparaat is uit je wallet verwijderd',
  removedText:
    'Ben jij dit niet, dan kan iemand inloggen op je wallet: wijzig het wachtwoord van je e-mail en verwijder het apparaat dat je niet kent.',
  joinedSubject: '{way} opent nu je wallet',
  joinedTitle: 'Je wallet heeft een extra toegang',
  joinedText:
    'Ben jij dit niet, dan kan iemand inloggen op je wallet: verwijder de apparaten die je niet kent en verplaats alles naar een andere wallet.',
  anAddress: 'Een e-mailadres',
  leaveSubject: 'Je code om je adres te wijzigen is {code}',
  leaveText:
    'Hiermee wordt het e-mailadres van je wallet gewijzigd in {email}. De code is {minutes} minuten geldig.',
  newSubject: 'Je code voor een nieuw adres is {code}',
  newText:
    'Hiermee wordt dit het e-mailadres van een wallet op {site}. De code is {minutes} minuten geldig.',
  changedSubject: 'Het adres van je wallet is gewijzigd',
  changedTitle: 'Het e-mailadres van je wallet is gewijzigd',
  changedNow: 'Vanaf nu opent dit adres de wallet niet meer.',
  changedTold:
    'Vanaf nu opent ook het nieuwe adres de wallet, en wat de wallet betreft, wordt daarheen gemaild.',
  changedText:
    'Ben jij dit niet, verplaats dan meteen alles uit je wallet naar een andere wallet, in een browser waarin die nog open is.',
  deletionSubject: 'Je code om je wallet te verwijderen is {code}',
  deletionText:
    'Hiermee wordt je wallet hier voor altijd verwijderd. De code is {minutes} minuten geldig.',
  deletedTitle: 'Je wallet is verwijderd',
  deletedText:
    'Hier is er niets meer van opgeslagen. Je herstelzin, als je die hebt bewaard, opent je accounts nog in elke andere wallet.',
  linkOver: 'Deze link is niet meer geldig',
  linkOverText: 'De link is gebruikt of te oud. Wil je inloggen, begin dan opnieuw op de site.',
  approve: 'Goedkeuren',
  refuse: 'Ik was het niet',
  askTitle: 'Ben jij dit?',
  askText:
    'Een nieuw apparaat wil inloggen op je wallet. Keur het alleen goed als je daar nu zelf inlogt.',
  approved: 'Goedgekeurd',
  approvedText: 'Ga terug naar de site: het apparaat is ingelogd. Je kunt deze pagina sluiten.',
  refuseTitle: 'Dit apparaat weigeren?',
  refuseText: 'Het wordt uitgelogd en krijgt je wallet niet.',
  refused: 'Geweigerd',
  refusedText:
    'Het apparaat komt niet in je wallet. Zie je dit nog eens, dan leest iemand je e-mail: wijzig het wachtwoord ervan.',
  loginOver: 'Deze login is niet meer geldig',
  loginOverText:
    'De login is gebruikt of duurde te lang. Sluit deze pagina en begin opnieuw op de site.',
  loginFailed: 'Je bent niet ingelogd',
  loginFailedText: 'De login is geannuleerd of mislukt.',
  loginDone: 'Bijna klaar',
  loginDoneText: 'Dit venster sluit vanzelf. Blijft het open, ga dan terug naar de site.',
  loginCutOffText:
    'Je browser houdt dit venster gescheiden van de site, dus de login kan hier niet eindigen. Ga terug naar de site en ga verder in dat tabblad.',
  goBack: 'Terug naar {site}',
  unbuilt: 'De wallet is niet gebouwd',
  unbuiltText: 'De pagina ontbreekt: de beheerder moet die bouwen.',
  unknownProject: 'Onbekend project',
  unknownProjectText:
    'Dit adres heeft de ID nodig van een project dat de beheerder van de wallet kent.',
  window: 'Wallet van {operator}',
} satisfies ServerTexts
