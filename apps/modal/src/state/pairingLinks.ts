import { atom } from 'jotai/vanilla'
import { type PairingLinks, pairingLinks } from '../connectors/walletConnect/walletLinks.ts'
import { servicesAtom } from '../services.ts'
import { connectingAtom, pairingAtom } from './connecting.ts'

export type { PairingLinks, WalletLink } from '../connectors/walletConnect/walletLinks.ts'

/** The links that open the pending wallet on this device; none before there is a pairing. */
export const pairingLinksAtom = atom((get): PairingLinks => {
  const connecting = get(connectingAtom)
  const pairing = get(pairingAtom)
  const wallet = connecting.status === 'waiting' ? connecting.target.wallet : null
  if (wallet === null || pairing === null) return { app: null, web: null }
  return pairingLinks(wallet, pairing.uri, get(servicesAtom).isMobile() ? 'mobile' : 'desktop')
})
