/**
 * The QR code of a store's page, apart from its screen: a phone never needs the code that draws it.
 */
export { QrCode as StoreQrCode } from '@latchkey/ui/code/QrCode.tsx'
