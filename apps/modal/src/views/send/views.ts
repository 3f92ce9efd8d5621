/** The views of sending, which are loaded together. */
export { WalletSend } from './WalletSend.tsx'
export { WalletSendPreview } from './WalletSendPreview.tsx'
export { WalletSendSent } from './WalletSendSent.tsx'
export { WalletSendToken } from './WalletSendToken.tsx'
