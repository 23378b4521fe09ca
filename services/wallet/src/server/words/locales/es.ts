import type { ServerTexts } from '../createTranslator.ts'

export default {
  moment: '{day}, {clock} UTC',
  fact: '{name}: {value}',
  site: 'Sitio',
  with: 'Con',
  browser: 'Navegador',
  saysItself: '{browser}, según él mismo',
  place: 'Lugar',
  time: 'Hora',
  removed: 'Quitado',
  by: 'Por',
  byAt: '{browser}, en {site}',
  added: 'Añadido',
  newAddress: 'Dirección nueva',
  never:
    'Nadie te pedirá nunca este código, ni por teléfono, ni por correo, ni por chat. Escríbelo solo donde lo pediste.',
  ignore: 'Si no lo pediste, ignora este correo.',
  stolen:
    'Si no lo pediste, alguien está usando tu wallet en ese navegador: quita el dispositivo en los ajustes de tu wallet y no des este código a nadie.',
  code: 'Tu código es {code}',
  codeText: 'Sirve para entrar en {site} y vale durante {minutes} minutos.',
  codeGives:
    'Quien tenga este código abre la wallet de esta dirección en el navegador indicado arriba, o la crea allí si aún no existe.',
  codePage:
    'Escribes el código en una página de {site}, que podría usarlo en otro dispositivo. Escríbelo solo si confías en ese sitio y el navegador indicado arriba es el tuyo.',
  codeWindow:
    'Escribe el código solo en la ventana propia de la wallet, cuya dirección empieza por {wallet}, y solo si el navegador indicado arriba es el tuyo.',
  madeTitle: 'Tu wallet está lista',
  madeText:
    'Si pierdes este navegador, entra en otro como lo hiciste aquí: la caja fuerte de {operator} recupera entonces tu wallet. Con ella, {operator} también podría abrir tu wallet.',
  madeMore: 'En «Recuperación», en los ajustes de tu wallet, puedes añadir otras formas.',
  deviceSubject: '¿Eres tú? Un dispositivo nuevo quiere entrar',
  deviceTitle: 'Un dispositivo nuevo quiere entrar en tu wallet',
  deviceText: 'Abre este enlace para aprobarlo o rechazarlo. Vale durante {minutes} minutos.',
  deviceButton: 'Aprobar o rechazar',
  vaultSubject: 'Tu wallet está a punto de recuperarse',
  vaultTitle: 'Un dispositivo quiere recuperar tu wallet',
  vaultText: 'Recibirá tu wallet en este momento: {time}. Si eres tú, no tienes que hacer nada.',
  vaultRefuse: 'Si no eres tú, recházalo ahora:',
  vaultButton: 'No soy yo',
  recoveredTitle: 'Tu wallet se recuperó en un dispositivo',
  recoveredText: 'Si no fuiste tú, mueve de inmediato lo que hay en tu wallet a otra wallet.',
  recoverySetTitle: 'La recuperación de tu wallet cambió',
  recoveryNew: 'Nuevo',
  password: 'Contraseña de recuperación',
  passkey: 'Llave de acceso',
  vaultOf: 'La caja fuerte de {operator}',
  recoverySetText:
    'Lo que estaba configurado antes del mismo modo ya no recupera la wallet. Si no fuiste tú, alguien usa tu wallet en ese navegador: mueve de inmediato lo que hay en ella a otra wallet.',
  removedTitle: 'Se quitó un dispositivo de tu wallet',
  removedText:
    'Si no fuiste tú, alguien puede entrar en tu wallet: cambia la contraseña de tu correo y quita el dispositivo que no conozcas.',
  joinedSubject: 'Ahora esto abre tu wallet: {way}',
  joinedTitle: 'Se añadió una forma de entrar en tu wallet',
  joinedText:
    'Si no fuiste tú, alguien puede entrar en tu wallet: quita los dispositivos que no conozcas y mueve lo que contiene a otra wallet.',
  anAddress: 'Una dirección de correo',
  leaveSubject: 'Tu código para cambiar tu dirección es {code}',
  leaveText:
    'Sirve para cambiar la dirección de correo de tu wallet a {email} y vale durante {minutes} minutos.',
  newSubject: 'Tu código para una dirección nueva es {code}',
  newText:
    'Sirve para que esta sea la dirección de correo de una wallet en {site} y vale durante {minutes} minutos.',
  changedSubject: 'Se cambió la dirección de tu wallet',
  changedTitle: 'Se cambió la dirección de correo de tu wallet',
  changedNow: 'Desde ahora esta dirección ya no abre la wallet.',
  changedTold:
    'Desde ahora la nueva dirección también abre la wallet, y lo que concierne a la wallet se envía allí.',
  changedText:
    'Si no fuiste tú, mueve de inmediato lo que hay en tu wallet a otra wallet, en un navegador en el que siga abierta.',
  deletionSubject: 'Tu código para borrar tu wallet es {code}',
  deletionText: 'Sirve para borrar tu wallet aquí para siempre y vale durante {minutes} minutos.',
  deletedTitle: 'Tu wallet se borró',
  deletedText:
    'Aquí ya no se guarda nada de ella. Tu frase de recuperación, si la guardaste, sigue abriendo tus cuentas en cualquier otra wallet.',
  linkOver: 'Este enlace ya no vale',
  linkOverText: 'Se usó o es demasiado antiguo. Si quieres entrar, empieza de nuevo en el sitio.',
  approve: 'Aprobar',
  refuse: 'No fui yo',
  askTitle: '¿Eres tú?',
  askText:
    'Un dispositivo nuevo quiere entrar en tu wallet. Apruébalo solo si estás entrando allí ahora mismo.',
  approved: 'Aprobado',
  approvedText: 'Vuelve al sitio: el dispositivo ya ha entrado. Puedes cerrar esta página.',
  refuseTitle: '¿Rechazar este dispositivo?',
  refuseText: 'Se cierra su sesión y no recibe tu wallet.',
  refused: 'Rechazado',
  refusedText:
    'El dispositivo no entra en tu wallet. Si vuelves a ver esto, alguien lee tu correo: cambia su contraseña.',
  loginOver: 'Este acceso ha terminado',
  loginOverText: 'Se usó o tardó demasiado. Cierra esta página y empieza de nuevo en el sitio.',
  loginFailed: 'No has entrado',
  loginFailedText: 'El acceso se canceló o falló.',
  loginDone: 'Casi listo',
  loginDoneText: 'Esta ventana se cierra sola. Si sigue abierta, vuelve al sitio.',
  loginCutOffText:
    'Tu navegador separa esta ventana del sitio, así que el acceso no puede terminar aquí. Vuelve al sitio y continúa en su pestaña.',
  goBack: 'Volver a {site}',
  unbuilt: 'La wallet no está construida',
  unbuiltText: 'Falta su página: el operador tiene que construirla.',
  unknownProject: 'Proyecto desconocido',
  unknownProjectText:
    'Esta dirección necesita el id de un proyecto que el operador de la wallet conozca.',
  window: 'Wallet de {operator}',
} satisfies ServerTexts
