import type { ServerTexts } from '../createTranslator.ts'

export default {
  moment: '{day}, {clock} UTC',
  fact: '{name}: {value}',
  site: 'Web sitesi',
  with: 'Giriş yolu',
  browser: 'Tarayıcı',
  saysItself: '{browser} (kendi bildirdiğine göre)',
  place: 'Yer',
  time: 'Zaman',
  removed: 'Kaldırılan',
  by: 'Kaldıran',
  byAt: '{browser}, {site} sitesinde',
  added: 'Eklenen',
  newAddress: 'Yeni adres',
  never:
    'Kimse sizden telefonda, e-postada ya da sohbette bu kodu istemez. Yalnızca istediğiniz yere girin.',
  ignore: 'Siz istemediyseniz bu e-postayı dikkate almayın.',
  stolen:
    'Siz istemediyseniz birisi o tarayıcıda cüzdanınızı kullanıyor: cihazı cüzdanınızın ayarlarından kaldırın ve bu kodu kimseye vermeyin.',
  code: 'Kodunuz: {code}',
  codeText: '{site} sitesine giriş yapmanızı sağlar ve {minutes} dakika geçerlidir.',
  codeGives:
    'Bu koda sahip olan, bu adresin cüzdanını yukarıdaki tarayıcıda açar; henüz yoksa orada oluşturur.',
  codePage:
    'Kodu {site} sitesinin bir sayfasına girersiniz; bu sayfa onu başka bir cihazda kullanabilir. Yalnızca bu siteye güveniyorsanız ve yukarıdaki tarayıcı sizinse girin.',
  codeWindow:
    'Kodu yalnızca cüzdanın adresi {wallet} ile başlayan kendi penceresine ve yalnızca yukarıdaki tarayıcı sizinse girin.',
  madeTitle: 'Cüzdanınız hazır',
  madeText:
    'Bu tarayıcıyı kaybederseniz başka birinde buradaki gibi giriş yapın: {operator} kasası cüzdanınızı geri getirir. {operator} bu kasayla cüzdanınızı kendisi de açabilir.',
  madeMore: 'Cüzdanınızın ayarlarında “Kurtarma” altında başka yollar ekleyebilirsiniz.',
  deviceSubject: 'Bu siz misiniz? Yeni bir cihaz giriş yapmak istiyor',
  deviceTitle: 'Yeni bir cihaz cüzdanınıza giriş yapmak istiyor',
  deviceText: 'Onaylamak ya da reddetmek için bu bağlantıyı açın. {minutes} dakika geçerlidir.',
  deviceButton: 'Onayla ya da reddet',
  vaultSubject: 'Cüzdanınız kurtarılmak üzere',
  vaultTitle: 'Bir cihaz cüzdanınızı kurtarmak istiyor',
  vaultText: 'Cüzdanınızı alacağı zaman: {time}. Bu sizseniz bir şey yapmanız gerekmez.',
  vaultRefuse: 'Bu siz değilseniz şimdi reddedin:',
  vaultButton: 'Bu ben değilim',
  recoveredTitle: 'Cüzdanınız bir cihazda kurtarıldı',
  recoveredText: 'Bu siz değilseniz cüzdanınızdakileri hemen başka bir cüzdana taşıyın.',
  recoverySetTitle: 'Cüzdanınızın kurtarma yolu değiştirildi',
  recoveryNew: 'Yeni',
  password: 'Kurtarma parolası',
  passkey: 'Geçiş anahtarı',
  vaultOf: '{operator} kasası',
  recoverySetText:
    'Daha önce aynı yolla ayarlanan, cüzdanı artık geri getirmez. Bu siz değilseniz birisi o tarayıcıda cüzdanınızı kullanıyor: içindekileri hemen başka bir cüzdana taşıyın.',
  removedTitle: 'Cüzdanınızdan bir cihaz kaldırıldı',
  removedText:
    'Bu siz değilseniz birisi cüzdanınıza giriş yapabilir: e-posta parolanızı değiştirin ve tanımadığınız cihazı kaldırın.',
  joinedSubject: '{way} artık cüzdanınızı açıyor',
  joinedTitle: 'Cüzdanınıza bir giriş yolu eklendi',
  joinedText:
    'Bu siz değilseniz birisi cüzdanınıza giriş yapabilir: tanımadığınız cihazları kaldırın ve içindekileri başka bir cüzdana taşıyın.',
  anAddress: 'Bir e-posta adresi',
  leaveSubject: 'Adresinizi değiştirme kodunuz: {code}',
  leaveText:
    'Cüzdanınızın e-posta adresini {email} olarak değiştirmek içindir ve {minutes} dakika geçerlidir.',
  newSubject: 'Yeni adres için kodunuz: {code}',
  newText:
    'Bu adresi {site} sitesindeki bir cüzdanın e-posta adresi yapmak içindir ve {minutes} dakika geçerlidir.',
  changedSubject: 'Cüzdanınızın adresi değiştirildi',
  changedTitle: 'Cüzdanınızın e-posta adresi değiştirildi',
  changedNow: 'Bundan sonra bu adres cüzdanı açmaz.',
  changedTold:
    'Bundan sonra yeni adres de cüzdanı açar ve cüzdanla ilgili e-postalar oraya gönderilir.',
  changedText:
    'Bu siz değilseniz cüzdanınızdakileri, hâlâ açık olduğu bir tarayıcıda hemen başka bir cüzdana taşıyın.',
  deletionSubject: 'Cüzdanınızı silme kodunuz: {code}',
  deletionText: 'Cüzdanınızı buradan kalıcı olarak silmek içindir ve {minutes} dakika geçerlidir.',
  deletedTitle: 'Cüzdanınız silindi',
  deletedText:
    'Burada artık ondan hiçbir şey saklanmıyor. Kaydettiyseniz kurtarma ifadeniz hesaplarınızı başka her cüzdanda açmaya devam eder.',
  linkOver: 'Bu bağlantı artık geçerli değil',
  linkOverText: 'Kullanılmış ya da çok eski. Giriş yapmak istiyorsanız sitede yeniden başlayın.',
  approve: 'Onayla',
  refuse: 'Ben değildim',
  askTitle: 'Bu siz misiniz?',
  askText:
    'Yeni bir cihaz cüzdanınıza giriş yapmak istiyor. Yalnızca şu anda orada giriş yapıyorsanız onaylayın.',
  approved: 'Onaylandı',
  approvedText: 'Siteye dönün: cihaz giriş yaptı. Bu sayfayı kapatabilirsiniz.',
  refuseTitle: 'Bu cihaz reddedilsin mi?',
  refuseText: 'Oturumu kapatılır ve cüzdanınızı alamaz.',
  refused: 'Reddedildi',
  refusedText:
    'Cihaz cüzdanınıza giremez. Bunu yeniden görürseniz birisi e-postalarınızı okuyordur: e-posta parolanızı değiştirin.',
  loginOver: 'Bu giriş sona erdi',
  loginOverText: 'Kullanılmış ya da çok uzun sürmüş. Bu sayfayı kapatıp sitede yeniden başlayın.',
  loginFailed: 'Giriş yapılmadı',
  loginFailedText: 'Giriş iptal edildi ya da başarısız oldu.',
  loginDone: 'Neredeyse tamam',
  loginDoneText: 'Bu pencere kendiliğinden kapanır. Açık kalırsa siteye dönün.',
  loginCutOffText:
    'Tarayıcınız bu pencereyi siteden ayrı tutuyor, bu yüzden giriş burada bitemez. Siteye dönüp onun sekmesinde devam edin.',
  goBack: '{site} sitesine dön',
  unbuilt: 'Cüzdan derlenmemiş',
  unbuiltText: 'Sayfası eksik: işleticinin derlemesi gerekiyor.',
  unknownProject: 'Bilinmeyen proje',
  unknownProjectText: 'Bu adres için cüzdan işleticisinin tanıdığı bir proje kimliği gerekir.',
  window: '{operator} cüzdanı',
} satisfies ServerTexts
