/** The views of wallets on another device, which are loaded together. */
export { ConnectingWalletConnect } from './ConnectingWalletConnect.tsx'
export { ConnectingWalletConnectBasic } from './ConnectingWalletConnectBasic.tsx'
