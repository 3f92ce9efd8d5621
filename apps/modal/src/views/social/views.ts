/** The views of login providers, and the help beside them, which are loaded together. */
export { GetAWallet } from '../help/GetAWallet.tsx'
export { WhatIsAWallet } from '../help/WhatIsAWallet.tsx'
export { ConnectingFarcaster } from './ConnectingFarcaster.tsx'
export { ConnectingSocial } from './ConnectingSocial.tsx'
