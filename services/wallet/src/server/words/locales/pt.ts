import type { ServerTexts } from '../createTranslator.ts'

export default {
  moment: '{day}, {clock} UTC',
  fact: '{name}: {value}',
  site: 'Site',
  with: 'Com',
  browser: 'Navegador',
  saysItself: '{browser}, segundo ele mesmo',
  place: 'Lugar',
  time: 'Hora',
  removed: 'Removido',
  by: 'Por',
  byAt: '{browser}, em {site}',
  added: 'Adicionado',
  newAddress: 'Endereço novo',
  never:
    'Ninguém jamais vai pedir este código a você, nem por telefone, nem por e-mail, nem por chat. Digite-o só onde você o pediu.',
  ignore: 'Se você não o pediu, ignore este e-mail.',
  stolen:
    'Se você não o pediu, alguém está usando a sua carteira nesse navegador: remova o aparelho nos ajustes da sua carteira e não dê este código a ninguém.',
  code: 'Seu código é {code}',
  codeText: 'Ele faz você entrar em {site} e vale por {minutes} minutos.',
  codeGives:
    'Quem tem este código abre a carteira deste endereço no navegador acima, ou a cria ali se ainda não houver uma.',
  codePage:
    'Você digita o código em uma página de {site}, que poderia usá-lo em outro dispositivo. Digite-o só se você confia nesse site e se o navegador acima é o seu.',
  codeWindow:
    'Digite o código só na janela da própria carteira, cujo endereço começa com {wallet}, e só se o navegador acima é o seu.',
  madeTitle: 'Sua carteira está pronta',
  madeText:
    'Se você perder este navegador, entre em outro como fez aqui: o cofre de {operator} recupera então a sua carteira. Com ele, {operator} também poderia abrir a sua carteira.',
  madeMore: 'Em “Recuperação”, nos ajustes da sua carteira, você pode adicionar outras formas.',
  deviceSubject: 'É você? Um novo aparelho quer entrar',
  deviceTitle: 'Um novo aparelho quer entrar na sua carteira',
  deviceText: 'Abra este link para aprovar ou recusar. Ele vale por {minutes} minutos.',
  deviceButton: 'Aprovar ou recusar',
  vaultSubject: 'Sua carteira está prestes a ser recuperada',
  vaultTitle: 'Um aparelho quer recuperar a sua carteira',
  vaultText:
    'Ele vai receber a sua carteira neste momento: {time}. Se for você, não há nada a fazer.',
  vaultRefuse: 'Se não for você, recuse agora:',
  vaultButton: 'Não sou eu',
  recoveredTitle: 'Sua carteira foi recuperada em um aparelho',
  recoveredText:
    'Se não foi você, mova imediatamente o que há na sua carteira para outra carteira.',
  recoverySetTitle: 'A recuperação da sua carteira foi alterada',
  recoveryNew: 'Novo',
  password: 'Senha de recuperação',
  passkey: 'Chave de acesso',
  vaultOf: 'O cofre de {operator}',
  recoverySetText:
    'O que estava configurado antes do mesmo modo não recupera mais a carteira. Se não foi você, alguém usa a sua carteira nesse navegador: mova imediatamente o que há nela para outra carteira.',
  removedTitle: 'Um aparelho foi removido da sua carteira',
  removedText:
    'Se não foi você, alguém consegue entrar na sua carteira: mude a senha do seu e-mail e remova o aparelho que você não conhece.',
  joinedSubject: '{way} agora abre a sua carteira',
  joinedTitle: 'Um acesso foi adicionado à sua carteira',
  joinedText:
    'Se não foi você, alguém consegue entrar na sua carteira: remova os aparelhos que você não conhece e mova o que há nela para outra carteira.',
  anAddress: 'Um endereço de e-mail',
  leaveSubject: 'Seu código para mudar o seu endereço é {code}',
  leaveText:
    'Ele serve para mudar o endereço de e-mail da sua carteira para {email} e vale por {minutes} minutos.',
  newSubject: 'Seu código para um endereço novo é {code}',
  newText:
    'Ele serve para tornar este o endereço de e-mail de uma carteira em {site} e vale por {minutes} minutos.',
  changedSubject: 'O endereço da sua carteira foi mudado',
  changedTitle: 'O endereço de e-mail da sua carteira foi mudado',
  changedNow: 'A partir de agora este endereço não abre mais a carteira.',
  changedTold:
    'A partir de agora o novo endereço também abre a carteira, e o que diz respeito a ela é enviado para lá.',
  changedText:
    'Se não foi você, mova imediatamente o que há na sua carteira para outra carteira, em um navegador em que ela ainda esteja aberta.',
  deletionSubject: 'Seu código para apagar a sua carteira é {code}',
  deletionText:
    'Ele serve para apagar a sua carteira aqui para sempre e vale por {minutes} minutos.',
  deletedTitle: 'Sua carteira foi apagada',
  deletedText:
    'Nada dela está mais guardado aqui. A sua frase de recuperação, se você a guardou, ainda abre as suas contas em qualquer outra carteira.',
  linkOver: 'Este link não vale mais',
  linkOverText: 'Ele foi usado ou é antigo demais. Se quiser entrar, comece de novo no site.',
  approve: 'Aprovar',
  refuse: 'Não fui eu',
  askTitle: 'É você?',
  askText:
    'Um novo aparelho quer entrar na sua carteira. Aprove só se você estiver entrando lá agora mesmo.',
  approved: 'Aprovado',
  approvedText: 'Volte ao site: o aparelho entrou. Você pode fechar esta página.',
  refuseTitle: 'Recusar este aparelho?',
  refuseText: 'Ele é desconectado e não recebe a sua carteira.',
  refused: 'Recusado',
  refusedText:
    'O aparelho não entra na sua carteira. Se você vir isto de novo, alguém lê o seu e-mail: mude a senha dele.',
  loginOver: 'Este acesso terminou',
  loginOverText: 'Ele foi usado ou demorou demais. Feche esta página e comece de novo no site.',
  loginFailed: 'Você não entrou',
  loginFailedText: 'O acesso foi cancelado ou falhou.',
  loginDone: 'Quase pronto',
  loginDoneText: 'Esta janela se fecha sozinha. Se continuar aberta, volte ao site.',
  loginCutOffText:
    'Seu navegador separa esta janela do site, por isso o acesso não pode terminar aqui. Volte ao site e continue na aba dele.',
  goBack: 'Voltar para {site}',
  unbuilt: 'A carteira não foi construída',
  unbuiltText: 'Falta a página dela: o operador precisa construí-la.',
  unknownProject: 'Projeto desconhecido',
  unknownProjectText:
    'Este endereço precisa do id de um projeto que o operador da carteira conheça.',
  window: 'Carteira de {operator}',
} satisfies ServerTexts
